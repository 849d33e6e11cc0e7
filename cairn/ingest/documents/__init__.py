"""Documents as text: what a file is by its content, and readers that run in a process of their own."""
