"""Side by side with other programs of the package index; see docs/benchmarks.md."""
