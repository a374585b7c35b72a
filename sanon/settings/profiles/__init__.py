"""Profiles that come with sAnon."""
