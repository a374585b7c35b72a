"""A generated folder: documents with the truth about them.

    documents/<id>.json   one document a file, as `sanon load` reads it
    entities.jsonl        what stands in each document, as `sanon load --entities` reads it
    clusters.jsonl        which documents belong to one hidden person, and what identifies that person
    questions.jsonl       four questions a cluster, with their answers and the documents that these need
    outside.jsonl         documents about other people of the same world, which are in no corpus
    manifest.json         what made the folder, and digests

The lines of all files follow the order of clusters.jsonl, so that a folder of any size is read cluster by cluster.
"""
