"""The page: a local server, its endpoints, and plain files of HTML, CSS and JavaScript. It needs the extra `serve`."""
