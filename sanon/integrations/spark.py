"""The steps of a run as functions over data frames of Apache Spark; needs the extra `spark`."""

from sanon.spark.decisions import Database
from sanon.spark.protecting import Protected, protect
from sanon.spark.reading import read_entities
from sanon.spark.stage import Work

__all__ = ["Database", "Protected", "Work", "protect", "read_entities"]
