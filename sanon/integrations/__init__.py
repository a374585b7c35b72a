"""Where people who build retrieval already work: protect before embedding, and keep the index as the corpus is.

`sanon.integrations.langchain`, `.llamaindex`, `.haystack`, `.sklearn` and `.spark` each need their extra; nothing here
imports them.
"""

from sanon.integrations.protection import Incoming, LeftOut, Protected, Protection

__all__ = ["Incoming", "LeftOut", "Protected", "Protection"]
