"""The display of objects in a notebook. It is separate, so that positions and results contain no drawing code."""
DRAWN_BY = {}                        # each function's module, in a higher layer; filled by gamecore/__init__.py


def svg_of(position):
    """Returns a position as SVG."""
    return drawing("picture")(position)


def html_of(result):
    """Returns a SearchResult or a Solution as HTML."""
    return drawing("html")(result)


def drawing(name):
    """Returns the drawing function, which is imported when an object is first displayed."""
    from importlib import import_module
    return getattr(import_module(DRAWN_BY[name]), name)
