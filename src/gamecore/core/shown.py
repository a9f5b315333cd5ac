"""The display of an object in a notebook.

A higher room draws it, and is imported by name when an object is displayed, so that positions need no drawing code.
"""
from importlib import import_module


def svg_of(position):
    """Returns a position as SVG."""
    return import_module("gamecore.pictures").picture(position)


def html_of(result):
    """Returns a SearchResult or a Solution as HTML."""
    return import_module("gamecore.pictures.results").html(result)
