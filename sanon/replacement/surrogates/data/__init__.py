"""Names by country and gender, street names and words for organisations."""
