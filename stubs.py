"""Writes the type stubs of the compiled modules, which type checkers and editors read in place of the binaries.

A stub has what is public in a .pyx, and what its .pxd shows to Python. Types are annotations, or follow from C types;
`# type: T` in the line of an attribute or a cpdef function gives a type that C does not know. A function with
`Either[A, B]` in its types has two signatures, one with each A and one with each B.
"""
import ast
import builtins
import re
from collections import defaultdict
from copy import deepcopy
from functools import cache
from importlib import import_module
from inspect import cleandoc
from os.path import commonprefix
from pathlib import Path
from textwrap import indent

from Cython.CodeWriter import ExpressionWriter
from Cython.Compiler import ExprNodes, Nodes
from Cython.Compiler.TreeFragment import parse_from_strings

PACKAGE = Path(__file__).with_name("src") / "gamecore"
LIBRARIES = ("collections.abc", "functools", "os", "types", "typing")
TYPED = re.compile(r"^ *(?:def .*)?\) -> |^[A-Z_]+: ", re.MULTILINE)
OWN_IMPORT = re.compile(r"^from (gamecore\.[\w.]+) import", re.MULTILINE)
DEFINITION = re.compile(r"^(?:cdef )?class (\w+)|^ *(\w+) = (?:TypeVar\(|Literal\[)", re.MULTILINE)
C_TYPES = {"bint": "bool", "double": "float", "object": "Any", "uint64_t": "int"}
LITERALS = {ExprNodes.UnicodeNode: "str", ExprNodes.IntNode: "int", ExprNodes.FloatNode: "float",
            ExprNodes.NoneNode: "None"}
DEFAULTS = (*LITERALS, ExprNodes.BoolNode, ExprNodes.BytesNode, ExprNodes.UnaryMinusNode)
DECORATORS = ("classmethod", "final", "property", "staticmethod", "total_ordering")
CONSTRUCTORS = {"__cinit__": ("__new__", "Self"), "__init__": ("__init__", "None")}


def module_of(path):
    """Returns the name of the module with this source."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


@cache
def typed():
    """Returns the text of each source in Python or with types, by its path."""
    texts = {path: path.read_text(encoding="utf-8") for suffix in (".pyx", ".py")
             for path in sorted(PACKAGE.rglob(f"*{suffix}"))}
    return {path: text for path, text in texts.items() if path.suffix == ".py" or TYPED.search(text)}


@cache
def homes():
    """Returns the modules that define a class or another type, by its name."""
    found = defaultdict(list)
    for path, text in typed().items():
        for names in DEFINITION.findall(text):
            found["".join(names)].append(module_of(path))
    for library in LIBRARIES:
        for name in dir(import_module(library)):
            found[name].append(library)
    return found


def import_of(name, module):
    """Returns the statement that imports a type into a module, from the nearest place if two have the name."""
    if name not in homes():
        raise SystemExit(f"{module} names the type {name!r}, which neither gamecore nor {', '.join(LIBRARIES)} has")
    nearest = max(homes()[name], key=lambda home: len(commonprefix([home, module])))
    return f"from {nearest} import {name}"


def names_in(tree):
    """Returns the names that a syntax tree of Python uses."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


class Choice(ast.NodeTransformer):
    """Replaces each Either[A, B] by one of the two."""

    def __init__(self, which):
        self.which = which

    def visit_Subscript(self, node):
        self.generic_visit(node)
        return node.slice.elts[self.which] if getattr(node.value, "id", "") == "Either" else node


class Overloads(ast.NodeTransformer):
    """Writes two overloads for a function that mentions Either; only the first keeps the docstring."""

    def visit_FunctionDef(self, node):
        if "Either" not in names_in(node):
            return node
        node.decorator_list.append(ast.Name("overload", ast.Load()))
        second = Choice(1).visit(deepcopy(node))
        second.body = [ast.Expr(ast.Constant(...))]
        return [Choice(0).visit(node), second]


class Source:
    """A .pyx or .pxd and its syntax tree, from which it writes the text of a stub."""

    def __init__(self, path, text, level="module"):
        self.comments = {number: match[1] for number, line in enumerate(text.splitlines(), 1)
                         if (match := re.search(r"# type: ([^;]*)", line))}
        self.tree = parse_from_strings(module_of(path), text, level=level)
        self.headers = {}                # of a .pyx: (node, text) of each class in its .pxd, by the name

    def type_of(self, node, annotation, known=None):
        """Returns the type in an annotation or in a comment of the node's line, or else Python's for a type of C."""
        return annotation.string.value if annotation else self.comments.get(node.pos[1], C_TYPES.get(known, known))

    def parameter(self, node):
        """Returns the text of a parameter."""
        name, known = node.declarator.name or node.base_type.name, node.declarator.name and node.base_type.name
        known = node.annotation.string.value if node.annotation else C_TYPES.get(known, known)
        default = ExpressionWriter().write(node.default) if isinstance(node.default, DEFAULTS) else "..."
        return name + (f": {known}" if known else "") + (f" = {default}" if node.default else "")

    def function(self, node, parameters, name, returned):
        """Returns the text of a function; `**unknown`, which is refused, is left out."""
        listed = ["cls" if name == "__new__" and each is parameters[0] else self.parameter(each) for each in parameters]
        listed += ["/"] * (name in ("__eq__", "__lt__"))
        keywords = sum(each.kw_only for each in parameters)
        star, rest = getattr(node, "star_arg", None), getattr(node, "starstar_arg", None)
        if keywords or star:
            listed.insert(len(listed) - keywords, f"*{star.name}: {star.annotation.string.value}" if star else "*")
        if rest and rest.annotation:
            listed.append(f"**{rest.name}: {rest.annotation.string.value}")
        return f"{decorators(node)}def {name}({', '.join(listed)})" + f" -> {returned}" * bool(returned) + body(node)

    def member(self, node, in_class=False):
        """Returns the text of a statement of a module or class, which is empty for a private one."""
        if isinstance(node, (Nodes.CClassDefNode, Nodes.PyClassDefNode)):
            return self.class_(node)
        if isinstance(node, Nodes.DefNode):
            annotation, rest = node.return_type_annotation, node.starstar_arg
            if node.name in CONSTRUCTORS and (len(node.args) > 1 or rest and rest.annotation):
                return self.function(node, node.args, *CONSTRUCTORS[node.name])
            if node.name[0] != "_" or annotation:
                return self.function(node, node.args, node.name, self.type_of(node, annotation))
        elif isinstance(node, Nodes.CFuncDefNode) and node.overridable:
            return self.function(node, node.declarator.args, node.declarator.base.name, self.type_of(node, None))
        elif isinstance(node, Nodes.CVarDefNode) and node.visibility == "readonly":
            known = self.type_of(node, None, node.base_type.name)
            return "".join(f"@property\ndef {each.name}(self) -> {known}: ...\n" for each in node.declarators)
        name = getattr(node, "lhs", getattr(node, "expr", None))         # of X: T = value, X = value, or X: T
        if isinstance(name, ExprNodes.NameNode) and name.name[0] != "_":
            known = self.type_of(node, name.annotation, LITERALS.get(type(getattr(node, "rhs", None))))
            if known and in_class and hasattr(node, "rhs") and not known.startswith("ClassVar"):
                return f"@property\ndef {name.name}(self) -> {known}: ...\n"
            return f"{name.name}: {known}\n" if known else ""
        return ""

    def class_(self, node):
        """Returns the text of a class."""
        name = node.class_name if isinstance(node, Nodes.CClassDefNode) else node.name
        header, text = self.headers.get(name, (node, ""))
        text += "".join(self.member(each, in_class=True) for each in statements(node))
        bases = {base.name: None for each in (node, header) for base in (each.bases.args if each.bases else ())
                 if base.name in homes()}
        if generic := sorted(set(re.findall(r"\w+_co\b", text))):
            bases[f"Generic[{', '.join(generic)}]"] = None
        return f"{decorators(node)}class {name}({', '.join(bases)})" + body(node) + indent(text, "    ")

    def stub(self):
        """Returns the stub as a syntax tree of Python, without imports."""
        text = "".join(map(self.member, statements(self.tree)))
        try:
            return Overloads().visit(ast.parse(text))
        except SyntaxError as error:
            shown = error.text.strip()
            raise SystemExit(f"{self.tree.full_module_name} has a type that is not Python: {shown}") from None


def statements(node):
    """Returns the statements of a module or class."""
    return getattr(node.body, "stats", [node.body])


def decorators(node):
    """Returns the lines of the decorators that a type checker must know."""
    names = [getattr(each.decorator, "attribute", None) or each.decorator.name for each in node.decorators or ()]
    return "".join(f"@{name}\n" for name in names if name in DECORATORS)


def body(node):
    """Returns the end of the line of a definition, and its docstring without signature and examples."""
    doc = cleandoc((node.doc or "").rpartition("\n--\n")[2]).partition("\n\nExamples\n---")[0]
    return ":\n" + indent(ast.unparse(ast.parse(repr(doc))) if doc else "...", "    ") + "\n"


@cache
def stub_of(path):
    """Returns the text of the stub of a .pyx."""
    source = Source(path, typed()[path])
    header = path.with_suffix(".pxd")
    if header.exists():
        pxd = Source(header, header.read_text(encoding="utf-8"), "module_pxd")
        source.headers = {node.class_name: (node, "".join(map(pxd.member, statements(node))))
                          for node in statements(pxd.tree) if isinstance(node, Nodes.CClassDefNode)}
    tree = source.stub()
    names = names_in(tree) - {node.name for node in tree.body if hasattr(node, "name")} - {*dir(builtins)}
    imports = ["import numpy.typing" if name == "numpy" else import_of(name, module_of(path)) for name in names]
    return "\n".join([*sorted(imports), "", ast.unparse(tree), ""])


def write(folder):
    """Writes all stubs below a folder if a source is newer than one or was deleted; removes those without a source."""
    stubs = {Path(folder, path.relative_to(PACKAGE.parent)).with_suffix(".pyi"): path
             for path in typed() if path.suffix == ".pyx"}
    for stub in {*Path(folder, PACKAGE.name).rglob("*.pyi")} - stubs.keys():
        stub.unlink()
    newest = max(path.stat().st_mtime for path in [Path(__file__), *typed(), *PACKAGE.rglob("*.pxd")])
    modules = set(map(module_of, typed()))
    if all(stub.exists() and stub.stat().st_mtime > newest
           and modules.issuperset(OWN_IMPORT.findall(stub.read_text(encoding="utf-8"))) for stub in stubs):
        return
    for stub, path in stubs.items():
        stub.write_text(stub_of(path), encoding="utf-8")
