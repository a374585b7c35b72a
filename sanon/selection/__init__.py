"""Which entities to mask: as few as bring every document and chain under the policy."""
