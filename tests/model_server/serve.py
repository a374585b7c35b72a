"""Serve one model file; runs in the environment that holds xllamacpp. Arguments: file, name, port, threads, context."""

import os
import signal
import sys
import time

import xllamacpp


def main() -> None:
    path, name, port, threads, context = sys.argv[1:]
    parameters = xllamacpp.CommonParams()
    parameters.model.path = path
    parameters.model_alias = {name}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = int(port)
    parameters.n_ctx = int(context)
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = int(threads)
    _server = xllamacpp.Server(parameters)  # serves as long as it is held
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    started_by = os.getppid()
    try:
        # Whoever started it may be killed and stop nothing.
        while os.getppid() == started_by:
            time.sleep(1)
    except KeyboardInterrupt:
        pass
    # Not the usual way out: the server would write the answer under way to its end first, which takes minutes.
    os._exit(0)


if __name__ == "__main__":
    main()
