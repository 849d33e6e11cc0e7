"""Optional endpoints: vectors from texts, concepts from prose."""
