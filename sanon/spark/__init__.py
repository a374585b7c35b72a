"""Beyond one machine: the steps of a run as functions over Apache Spark data frames.

Each function calls the code of one machine on the part of the corpus that a worker holds; N, frequencies and largest
relevances are those of the whole corpus, so that numbers and masks are the same.
"""
