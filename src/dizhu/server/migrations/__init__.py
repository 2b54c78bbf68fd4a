"""Changes of the database, oldest first; `dizhu.server.schema.migrate` runs them."""
