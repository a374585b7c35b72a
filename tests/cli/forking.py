"""A process that has imported the command and forks for each that is to be run; a script, asked on its standard input.

Every command is a process of its own, as a user's is: its folder, its environment, its exit code. What it is spared is
half of a short command's time, the import, which a thousand tests would pay again.
"""

import json
import os
import pkgutil
import random
import signal
import sys
import time
import traceback
from importlib import import_module

import numpy as np

import sanon
import sanon.cli
from sanon.cli.start import main
from sanon.extraction.build import rules_of
from sanon.records import Document, Source
from sanon.resolution.ladders import Ladders
from sanon.settings.profile import load_profile
from sanon.text import lexicons
from sanon.text.frequencies import frequencies, likeliest_language

#: Seconds after which a command that does not end is ended.
AT_MOST = 300
#: Imported by commands when they need them.
LATE = (
    "ladybug",
    "langcodes",
    "onnxruntime",
    "openai",
    "pandas",
    "phonenumbers",
    "pyarrow.parquet",
    "scipy.sparse",
    "wordfreq",
)
#: Their libraries are not what commands import.
ELSEWHERE = ("sanon.integrations", "sanon.spark")


#: What most rules and the tagger look at, and values on ladders.
TEXT = "Mr Jonas Aldergrove, born 4 March 1961, lives at 12 Elm Street, Leeds, and has asthma. Tel. +44 113 496 0143."
VALUES = {"LOCATION": "leeds", "MEDICAL_CONDITION": "asthma", "TREATMENT": "ibuprofen", "INDIRECT_IDENTIFIER": "nurse"}


def prepare() -> None:
    """Import what commands import, and read the model and the lists that most of them read."""
    for package in (sanon, sanon.cli):  # of an editable installation the commands are a folder of their own
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(ELSEWHERE) and not module.name.endswith("__main__"):
                import_module(module.name)
    for name in LATE:
        import_module(name)
    lexicons.names()
    lexicons.places()
    frequencies("en")
    likeliest_language(["nor", "english"])  # the common words of every language
    profile = load_profile("insurance")
    rules_of(profile).extract(Document(source_id="text", content=TEXT, source=Source(path="text.txt", form="text")))
    for kind, value in VALUES.items():
        Ladders(profile).climb(kind, value)


def run(command: list[str], folder: str, environment: dict[str, str], out: str, err: str) -> None:
    """Become the command, to the end of the process."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    for file, number in ((os.devnull, 0), (out, 1), (err, 2)):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT), number)
    random.seed()
    np.random.seed()
    signal.alarm(AT_MOST)
    sys.argv = command
    exit_code = 1
    try:
        main()
    except SystemExit as ended:  # of click's own, where it prints a completion
        exit_code = int(ended.code or 0)
    except BaseException:
        traceback.print_exc()
    # Without Python's tidying up: the threads of libraries that it would wait for stayed with the parent.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)


if __name__ == "__main__":
    prepare()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
