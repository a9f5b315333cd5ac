"""The mutator of tests/stress/mutants.py, which puts further expressions into the parse trees of Cython.

In the bodies of cdef functions an expression such as `a >= b` becomes `(a > b if gc_mutant(17) else a >= b)`.
"""
import copy
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

from Cython.Compiler import ExprNodes, Main, Options, PyrexTypes
from Cython.Compiler.Scanning import FileSourceDescriptor
from Cython.Compiler.Visitor import TreeVisitor, VisitorTransform

SOURCE = Path(__file__).resolve().parents[2] / "src" / "gamecore"
SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+",
           "<<": ">>", ">>": "<<", "&": "|", "|": "&", "and": "or", "or": "and"}
CONFUSED = {"KNOWN_MIN": "WIN_MIN", "EXACT": "LOWER", "LOWER": "UPPER", "UPPER": "LOWER", "alpha": "beta",
            "own": "other"}


class Declared(TreeVisitor):
    """Collects the names that a function declares, except arrays, between which C cannot choose."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def visit_Node(self, node):
        self.visitchildren(node)

    def visit_CNameDeclaratorNode(self, node):
        self.names.add(node.name)

    def visit_CArrayDeclaratorNode(self, node):
        pass


class Mutator(VisitorTransform):
    """Finds the expressions that could be another; those in `wanted` (a name: a number) become either."""

    def __init__(self, file, wanted):
        super().__init__()
        self.file, self.wanted, self.function, self.count, self.found = file, wanted, None, Counter(), []
        self.declared, path = Declared(), SOURCE / file
        self.source = path.read_text(encoding="utf-8") if path.exists() else ""      # none: Cython's shared module

    def either(self, node, kind, make):
        """The node, or a choice between it and what make() returns."""
        if self.function is None:
            return node
        self.count[self.function, kind] += 1
        name = f"{self.file} {self.function} {kind} {self.count[self.function, kind]}"
        self.found.append((name, node.pos[1]))
        if name not in self.wanted:
            return node
        picked = ExprNodes.RawCNameExprNode(node.pos, PyrexTypes.c_bint_type, f"gc_mutant({self.wanted[name]})")
        arms = make(copy.deepcopy(node)), node
        if kind in ("and", "or", "not"):         # of one type: bint
            arms = [ExprNodes.NotNode(node.pos, operand=ExprNodes.NotNode(node.pos, operand=arm)) for arm in arms]
        return ExprNodes.CondExprNode(node.pos, condition=picked, true_val=arms[0], false_val=arms[1])

    def visit_Node(self, node):
        self.visitchildren(node)
        return node

    def visit_CFuncDefNode(self, node):
        declarator = node.declarator
        while not hasattr(declarator, "name"):
            declarator = declarator.base
        self.function, self.declared = declarator.name, Declared()
        self.declared.visit(node)
        self.visitchildren(node, ["body"])
        self.function = None
        return node

    def leave(self, node):
        """Constants of the compiler, names that are assigned to, Python."""
        return node

    visit_CArrayDeclaratorNode = visit_CEnumDefNode = visit_DefNode = visit_SizeofNode = visit_CBaseTypeNode = leave

    def visit_target(self, node):
        """What is assigned to, or whose address is taken: only its indices are expressions."""
        if isinstance(node, ExprNodes.IndexNode):
            node.index = self.visit(node.index)
        return node

    def visit_SingleAssignmentNode(self, node):
        node.lhs, node.rhs = self.visit_target(node.lhs), self.visit(node.rhs)
        return node

    def visit_CascadedAssignmentNode(self, node):
        node.rhs = self.visit(node.rhs)
        return node

    def visit_InPlaceAssignmentNode(self, node):
        node = self.visit_SingleAssignmentNode(node)
        truth = isinstance(node.rhs, (ExprNodes.NotNode, ExprNodes.PrimaryCmpNode, ExprNodes.BoolBinopNode))
        if node.operator in ("+", "-") and not truth:            # which has no sign
            node.rhs = self.either(node.rhs, f"{node.operator}=",
                                   lambda rhs: ExprNodes.UnaryMinusNode(rhs.pos, operand=rhs))
        return node

    def visit_ForInStatNode(self, node):
        self.visitchildren(node, ["iterator", "body", "else_clause"])
        return node

    def visit_AmpersandNode(self, node):
        node.operand = self.visit_target(node.operand)
        return node

    def visit_SimpleCallNode(self, node):
        name = getattr(node.function, "name", "")
        if name == "range":              # one element fewer
            last = min(1, len(node.args) - 1)
            node.args[last] = self.either(self.visit(node.args[last]), "range", lambda stop: ExprNodes.binop_node(
                stop.pos, "-", stop, ExprNodes.IntNode(stop.pos, value="1")))
        elif name != "require":          # which the compiler computes
            self.visitchildren(node)
        return node

    def swap(self, node):
        self.visitchildren(node)
        if node.operator not in SWAPPED or getattr(node, "cascade", None) or tests_a_type(node):
            return node

        def make(node):
            if not isinstance(node, ExprNodes.BinopNode):
                node.operator = SWAPPED[node.operator]
                return node
            return ExprNodes.binop_node(node.pos, SWAPPED[node.operator], node.operand1, node.operand2)
        return self.either(node, node.operator, make)

    visit_BinopNode = visit_PrimaryCmpNode = visit_BoolBinopNode = swap

    def visit_UnaryMinusNode(self, node):
        self.visitchildren(node)
        return self.either(node, "sign", lambda node: node.operand)

    def visit_NotNode(self, node):
        self.visitchildren(node)
        return node if tests_a_type(node) else self.either(node, "not", lambda node: node.operand)

    def visit_IntNode(self, node):
        def make(node):
            return ExprNodes.binop_node(node.pos, "+", node, ExprNodes.IntNode(node.pos, value="1"))
        return self.either(node, "number", make)

    def visit_NameNode(self, node):
        def make(node):
            return ExprNodes.NameNode(node.pos, name=type(node.name)(CONFUSED[node.name]))
        other = CONFUSED.get(node.name)
        known = other is not None and (other in self.declared.names or other.isupper() and other in self.source)
        return self.either(node, node.name, make) if known else node


def tests_a_type(node):
    """Whether it has a comparison by `is`, which the compiler decides."""
    if isinstance(node, ExprNodes.PrimaryCmpNode) and node.operator in ("is", "is_not", "in", "not_in"):
        return True
    parts = [getattr(node, name, None) for name in ("operand", "operand1", "operand2")]
    return any(tests_a_type(part) for part in parts if part is not None)


def file_of(path):
    """The name of a file in the package, of this tree or a copy; or an empty text."""
    return str(path).rpartition("src/gamecore/")[2]


def sites(rooms):
    """(name, line) of all that could be mutated."""
    options = Options.CompilationOptions(Options.default_options, include_path=["src"], language_level=3)
    context = Main.Context.from_options(options)
    for room in rooms:
        for path in sorted((SOURCE / room).rglob("*.p[yx][xd]")):
            tree = context.parse(FileSourceDescriptor(str(path), str(path)),
                                 SimpleNamespace(included_files=[], cpp=False), path.suffix == ".pxd", path.stem)
            mutator = Mutator(file_of(path), {})
            mutator.visit(tree)
            yield from mutator.found


def mutate_parser(wanted):
    """From now on the parser of this process, and of its children, mutates what it reads of gamecore."""
    parse = Main.Context.parse

    def parse_and_mutate(context, source, scope, pxd, full_module_name):
        tree = parse(context, source, scope, pxd, full_module_name)
        Mutator(file_of(source.filename), wanted).visit(tree)
        return tree

    Main.Context.parse = parse_and_mutate
