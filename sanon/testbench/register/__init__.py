"""The register: people with all their attributes, from stated shares."""
