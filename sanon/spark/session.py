"""A Spark session whose workers run the Python of this process."""

from __future__ import annotations

import os
import sys
import warnings

from pyspark.errors import PySparkRuntimeError
from pyspark.sql import SparkSession

from sanon.errors import ConfigurationError

_PARTITIONS = "spark.sql.shuffle.partitions"


def session(master: str) -> SparkSession:
    """The session of this process, or a new one.

    Args:
        master: address of a cluster, or `local[N]` for N threads of this machine. Everything else comes from the
            configuration of Spark: `SPARK_CONF_DIR`, `PYSPARK_SUBMIT_ARGS`.

    Raises:
        ConfigurationError: Spark does not start, such as without Java 17.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    builder = SparkSession.builder.appName("sanon").master(master)
    # Few rows may be much work here: partitions must not be joined because they are small.
    builder = builder.config("spark.sql.adaptive.coalescePartitions.enabled", "false")
    if master.startswith("local"):
        builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    try:
        found = builder.getOrCreate()
    except PySparkRuntimeError as error:
        raise ConfigurationError(
            f"Spark does not start at {master}: {error.getCondition()}; it needs Java 17 or 21 (JAVA_HOME)"
        ) from error
    found.sparkContext.setLogLevel("ERROR")
    if not found.sparkContext.getConf().contains(_PARTITIONS):
        # So many that a slow one does not hold up the rest.
        found.conf.set(_PARTITIONS, str(3 * found.sparkContext.defaultParallelism))
    return found


def parts(spark: SparkSession) -> int:
    """In how many parts a corpus is worked on: three for each core, or as many as the configuration of Spark says."""
    return int(spark.conf.get(_PARTITIONS) or 1)
