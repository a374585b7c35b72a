"""The strategies that ship with sAnon, one class a file."""
