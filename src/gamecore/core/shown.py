"""What a notebook shows of an object. A room above draws it, and is imported by its name when something is shown: the
one call upwards, so that positions stay free of drawing."""
from importlib import import_module


def svg_of(position):
    """A position as SVG."""
    return import_module("gamecore.pictures").picture(position)


def html_of(result):
    """A SearchResult or a Solution as HTML."""
    return import_module("gamecore.pictures.results").html(result)
