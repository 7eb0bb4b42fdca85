"""Galley's templates in other libraries.  Each module imports its library when it is imported
itself; none of them is a dependency."""
