"""Commands: each is one use case in one file, a request, a function and a result, that terminal and Python share."""
