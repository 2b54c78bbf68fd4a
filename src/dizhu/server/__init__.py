"""The table server: accounts, tables, clocks, a log that survives a crash, and the socket. Source: docs/protocol.md."""
