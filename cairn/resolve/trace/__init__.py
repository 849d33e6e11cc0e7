"""How an edge, or the lack of one, came about: the questions of the resolver asked again, and its answers in words."""
