"""Real text: folders of documents that somebody has labelled, with questions, and dossiers of the people in them.

documents/<id>.json   one document a file, as `sanon load` reads it
gold.jsonl            a row a document: what identifies somebody in it
questions.jsonl       what can be asked, the facts of each answer and where they stand; may be missing
people.json           document -> person, and person -> what others know in other words; may be missing
"""
