"""An HTTP service that protects texts: requests in, protected texts with spans and reasons out."""
