"""What `sanon init --preset` writes into a policy file and into a configuration, one pair of files a preset."""
