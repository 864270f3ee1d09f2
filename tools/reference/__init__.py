"""The generated pages of the documentation: reference and rulebooks."""
