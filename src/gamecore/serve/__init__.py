"""The page of `gamecore serve`: a local server, its endpoints, and plain files of HTML, CSS and JavaScript."""
