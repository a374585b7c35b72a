"""One Spark for all tests of this folder, which starts as fast as it can."""

import os
import shutil
from collections.abc import Iterator

import pytest

#: No compiler for long runs, and as many partitions as threads.
_JAVA = "'-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'"
_ARGUMENTS = (
    f"--driver-java-options {_JAVA} --conf spark.executor.extraJavaOptions={_JAVA} "
    "--conf spark.sql.codegen.wholeStage=false --conf spark.sql.shuffle.partitions=2 pyspark-shell"
)


@pytest.fixture(scope="session")
def master() -> Iterator[str]:
    """Address of a Spark; the first command that names it starts it."""
    pyspark_sql = pytest.importorskip("pyspark.sql", reason="pip install 'sanon[spark]'")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17")
    before = os.environ.get("PYSPARK_SUBMIT_ARGS")
    os.environ["PYSPARK_SUBMIT_ARGS"] = _ARGUMENTS
    yield "local[2]"
    if started := pyspark_sql.SparkSession.getActiveSession():
        started.stop()
    os.environ.pop("PYSPARK_SUBMIT_ARGS")
    if before is not None:
        os.environ["PYSPARK_SUBMIT_ARGS"] = before
