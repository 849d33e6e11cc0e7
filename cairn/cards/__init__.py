"""What was learned once: cards are Markdown files that a person owns, recalled when a prompt is about them."""
