"""Functions that write and read texts, from Python to JavaScript.

Rules compile to WebAssembly, texts do not: they are strings. But what writes and reads them is
ordinary Python, mostly comprehensions, f-strings, `join` and `split`, which another language can
say as well. This translates one function at a time; what its names stand for is asked of `Meanings`
(`publish/scripts.py`), and what Python's operators mean is in `frontend/src/engine/python.ts`, `$`
here. Ints are BigInts, tuples and lists arrays, generators generators. Whatever this does not
know is `Untold`: a page then falls back on what `names.py` found out.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable
from typing import Any, Protocol

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "shl", ast.RShift: "shr", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
    ast.In: "within", ast.NotIn: "without", ast.Is: "same", ast.IsNot: "other",
}


class Untold(Exception):  # noqa: N818 - a signal, never seen outside
    """Something that this does not say in JavaScript."""


class Known:
    """A part of an expression whose value is known now: an object of Python's."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Meanings(Protocol):
    """What names stand for, and how objects are written."""

    def named(self, name: str) -> Known:
        """What a name that is none of the function's own stands for."""
        ...

    def written(self, value: Any) -> str:
        """An object as an expression."""
        ...

    def item(self, value: Any, name: str) -> Known | None:
        """An attribute of an object, if that is known now too."""
        ...

    def asked(self, name: str) -> None:
        """An attribute of that name is asked of something that is not known yet."""
        ...

    def parent(self) -> Known:
        """What `super()` is."""
        ...

    def error(self, kind: Any) -> str:
        """The name of a kind of exceptions."""
        ...

    def call(self, value: Any, arguments: list[str], named: dict[str, str],
             known: list[Known | None]) -> str:
        """A call of a known object; what is known of its arguments."""
        ...


def javascript(tree: ast.FunctionDef | ast.Lambda, meanings: Meanings, me: str | None) -> str:
    """A function as an expression of JavaScript's; `me` is a parameter that is known, and left
    out."""
    return _Function(tree, meanings, me).text()


class _Function:
    def __init__(self, tree: ast.FunctionDef | ast.Lambda, meanings: Meanings, me: str | None,
                 outside: frozenset[str] = frozenset()) -> None:
        self.tree, self.meanings, self.me = tree, meanings, me
        arguments = tree.args
        if arguments.vararg or arguments.kwarg:
            raise Untold("any number of arguments")
        self.parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args,
                                           *arguments.kwonlyargs) if a.arg != me]
        self.own = _assigned(tree) - set(self.parameters)
        self.names = outside | self.own | set(self.parameters)

    def text(self) -> str:
        """The whole of it."""
        # for calls that do not know what they call
        standard = {a.arg: f"={self.value(value)}" for a, value in _defaults(self.tree.args)}
        parameters = ",".join(_local(name) + standard.get(name, "") for name in self.parameters)
        if isinstance(self.tree, ast.Lambda):
            return f"(({parameters})=>{self.value(self.tree.body)})"
        star = "*" if _yields(self.tree) else ""
        own = f"let {','.join(map(_local, sorted(self.own)))};" if self.own else ""
        return f"function{star}({parameters}){{{own}{self.block(self.tree.body)}return null}}"

    # --- statements ---

    def block(self, statements: Iterable[ast.stmt]) -> str:
        """Statements one after the other."""
        return "".join(map(self.statement, statements))

    def statement(self, node: ast.stmt) -> str:
        """One statement."""
        match node:
            case ast.Return(value):
                return f"return {'null' if value is None else self.value(value)};"
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.Assert():
                return ""
            case ast.Expr(value):
                return f"{self.value(value)};"
            case ast.Assign([target], value):
                return self.assign(target, self.value(value))
            case ast.Assign(targets, value):
                same = "".join(self.assign(target, "$same") for target in targets)
                return f"{{const $same={self.value(value)};{same}}}"
            case ast.AnnAssign(target, _, value):
                return "" if value is None else self.assign(target, self.value(value))
            case ast.AugAssign(target, operator, value):
                return self.grow(target, operator, self.value(value))
            case ast.If(test, body, orelse):
                other = f"else{{{self.block(orelse)}}}" if orelse else ""
                return f"if({self.test(test)}){{{self.block(body)}}}{other}"
            case ast.While(test, body, []):
                return f"while({self.test(test)}){{$.tick();{self.block(body)}}}"
            case ast.For(target, source, body, []):
                bound = self.assign(target, "$each")
                return (f"for(const $each of $.each({self.value(source)}))"
                        f"{{{bound}{self.block(body)}}}")
            case ast.Break():
                return "break;"
            case ast.Continue():
                return "continue;"
            case ast.Raise(ast.expr() as error):
                known = self.known(error)  # a kind of exceptions is made into one
                made = self.meanings.call(known.value, [], {}, []) if known else self.value(error)
                return f"$.raise({made});"
            case ast.Raise():
                return "throw $error;"
            case ast.Try(body, handlers, [], []):
                ways = "".join(map(self.handler, handlers))
                return f"try{{{self.block(body)}}}catch($error){{{ways}throw $error}}"
        raise Untold(type(node).__name__)

    def handler(self, node: ast.ExceptHandler) -> str:
        """What is done about some exceptions."""
        kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        names = [self.error(kind) for kind in kinds]
        bound = f"{_local(node.name)}=$error;" if node.name else ""
        return f"if($.caught($error,{json.dumps(names)})){{{bound}{self.block(node.body)}}}else "

    def error(self, kind: ast.expr | None) -> str:
        """The name of a kind of exceptions."""
        known = kind and self.known(kind)
        if not known:
            raise Untold("whatever is raised")
        return self.meanings.error(known.value)

    def assign(self, target: ast.expr, value: str) -> str:
        """A target gets a value that is written already."""
        match target:
            case ast.Name(name):
                return f"{_local(name)}={value};"
            case ast.Tuple(items) | ast.List(items):
                parts = f"$parts{value.count('$parts')}"
                rest = [i for i, item in enumerate(items) if isinstance(item, ast.Starred)]
                inner = "".join(
                    self.assign(item.value if isinstance(item, ast.Starred) else item,
                                f"{parts}[{i}]") for i, item in enumerate(items))
                asked = ",".join([value, *map(str, [len(items), *rest])])
                return f"{{const {parts}=$.unpack({asked});{inner}}}"
            case ast.Subscript(whole, index) if not isinstance(index, ast.Slice):
                return f"$.put({self.value(whole)},{self.value(index)},{value});"
        raise Untold("a target")

    def grow(self, target: ast.expr, operator: ast.operator, value: str) -> str:
        """`a += b`; lists grow in place, as others may hold them."""
        name = _OPERATORS.get(type(operator))
        if name is None:
            raise Untold("an operator")
        grown = "grow" if name == "add" else name
        return self.assign(target, f"$.{grown}({self.value(target)},{value})")

    # --- expressions ---

    def test(self, node: ast.expr) -> str:
        """Whether it counts as true."""
        return f"$.true({self.value(node)})"

    def value(self, node: ast.expr) -> str:
        """An expression."""
        known = self.known(node)
        return self.meanings.written(known.value) if known else self.reckoned(node)

    def known(self, node: ast.expr) -> Known | None:
        """What an expression is, if it depends on nothing."""
        match node:
            case ast.Constant(value):
                return Known(value)
            case ast.Name(name) if name == self.me or name not in self.names:
                return self.meanings.named(name)
            case ast.Attribute(whole, name):
                known = self.known(whole)
                return self.meanings.item(known.value, name) if known else None
            case ast.Call(ast.Name("super"), [], []) if "super" not in self.names:
                return self.meanings.parent()
        return None

    def reckoned(self, node: ast.expr) -> str:
        """An expression that depends on something."""
        match node:
            case ast.Name(name):
                return _local(name)
            case ast.Attribute(whole, name):
                self.meanings.asked(name)
                return f"$.attribute({self.value(whole)},{json.dumps(name)})"
            case ast.Call():
                return self.call(node)
            case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
                return f"$.{_OPERATORS[type(operator)]}({self.value(left)},{self.value(right)})"
            case ast.UnaryOp(operator, operand):
                names = {ast.USub: "neg", ast.Invert: "invert", ast.Not: "not", ast.UAdd: "int"}
                return f"$.{names[type(operator)]}({self.value(operand)})"
            case ast.BoolOp(operator, values):
                if _yields(node):
                    raise Untold("a yield in a condition")
                name = "both" if isinstance(operator, ast.And) else "either"
                return f"$.{name}([{','.join(f'()=>{self.value(v)}' for v in values)}])"
            case ast.Compare(left, operators, others):
                return self.compared(left, operators, others)
            case ast.IfExp(test, body, orelse):
                return f"({self.test(test)}?{self.value(body)}:{self.value(orelse)})"
            case ast.Subscript(whole, ast.Slice(low, high, step)):
                ends = ",".join("null" if end is None else self.value(end)
                                for end in (low, high, step))
                return f"$.slice({self.value(whole)},{ends})"
            case ast.Subscript(whole, index):
                return f"$.at({self.value(whole)},{self.value(index)})"
            case ast.JoinedStr(values):
                return "(" + "+".join(['""', *map(self.formatted, values)]) + ")"
            case ast.Tuple(items) | ast.List(items):
                return f"[{self.items(items)}]"
            case ast.Set(items):
                return f"$.set([{self.items(items)}])"
            case ast.Dict(keys, values) if all(keys):
                pairs = [ast.Tuple([k, v]) for k, v in zip(keys, values, strict=True) if k]
                return f"$.dict([{self.items(pairs)}])"
            case ast.ListComp(item, sources):
                return f"[...{self.comprehension(item, sources)}]"
            case ast.GeneratorExp(item, sources):
                return self.comprehension(item, sources)
            case ast.SetComp(item, sources):
                return f"$.set({self.comprehension(item, sources)})"
            case ast.DictComp(key, value, sources):
                return f"$.dict({self.comprehension(ast.Tuple([key, value]), sources)})"
            case ast.NamedExpr(ast.Name(name), value):
                return f"({_local(name)}={self.value(value)})"
            case ast.Lambda():
                return _Function(node, self.meanings, self.me, frozenset(self.names)).text()
            case ast.Yield(value) if value is not None:
                return f"(yield {self.value(value)})"
            case ast.YieldFrom(value):
                return f"(yield* $.each({self.value(value)}))"
        raise Untold(type(node).__name__)

    def items(self, items: Iterable[ast.expr]) -> str:
        """What stands in brackets."""
        return ",".join(f"...$.each({self.value(item.value)})" if isinstance(item, ast.Starred)
                        else self.value(item) for item in items)

    def formatted(self, node: ast.expr) -> str:
        """A part of an f-string."""
        match node:
            case ast.Constant(str(text)):
                return json.dumps(text)
            case ast.FormattedValue(value, -1 | 115, None):
                return f"$.str({self.value(value)})"
            case ast.FormattedValue(value, 114, None):
                return f"$.repr({self.value(value)})"
            case ast.FormattedValue(value, -1, ast.JoinedStr() as wish):
                return f"$.format({self.value(value)},{self.reckoned(wish)})"
        raise Untold("a format")

    def compared(self, left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr]) -> str:
        """`a < b <= c`: each is looked at once, and no further than needed."""
        if len(operators) > 1 and any(map(_yields, others[1:])):
            raise Untold("a long comparison")
        names = [f"$.{_OPERATORS[type(operator)]}" for operator in operators]
        if len(operators) == 1:
            return f"{names[0]}({self.value(left)},{self.value(others[0])})"
        last = len(names) - 1
        text = f"{names[last]}($c{last},{self.value(others[last])})"
        for i in range(last - 1, 0, -1):
            text = f"(($c{i + 1})=>{names[i]}($c{i},$c{i + 1})&&{text})({self.value(others[i])})"
        return (f"(($c0,$c1)=>{names[0]}($c0,$c1)&&{text})"
                f"({self.value(left)},{self.value(others[0])})")

    def comprehension(self, item: ast.expr, sources: list[ast.comprehension]) -> str:
        """What a comprehension gives, one after the other; its variables are its own."""
        inner = _Function(ast.Lambda(_NOTHING, item), self.meanings, self.me,
                          frozenset(self.names) | _bound(sources))
        text = f"yield {inner.value(item)};"
        for source in reversed(sources):
            tests = "".join(f"if({inner.test(test)})" for test in source.ifs)
            bound = inner.assign(source.target, "$each")
            text = (f"for(const $each of $.each({inner.value(source.iter)}))"
                    f"{{{bound}{tests}{{{text}}}}}")
        own = ",".join(map(_local, sorted(_bound(sources))))
        return f"(function*(){{let {own};{text}}})()"

    def call(self, node: ast.Call) -> str:
        """A call of something known, or of a method of something that is not."""
        arguments = self.items(node.args)
        listed = [arguments] if arguments else []
        named = {word.arg: self.value(word.value) for word in node.keywords if word.arg}
        if len(named) < len(node.keywords):
            raise Untold("** in a call")
        known = self.known(node.func)
        if known:
            if not any(isinstance(a, ast.Starred) for a in node.args):
                listed = [self.value(a) for a in node.args]
            elif named:
                raise Untold("* in a call with names")
            return self.meanings.call(known.value, listed, named, list(map(self.known, node.args)))
        if not isinstance(node.func, ast.Attribute):
            if named:
                raise Untold("names in a call of a value")
            return f"{self.value(node.func)}({arguments})"
        self.meanings.asked(node.func.attr)
        words = ",".join(f"{json.dumps(name)}:{value}" for name, value in named.items())
        return (f"$.method({self.value(node.func.value)},{json.dumps(node.func.attr)},"
                f"[{arguments}],{{{words}}})")


_NOTHING = ast.arguments([], [], None, [], [], None, [])


def _defaults(arguments: ast.arguments) -> Iterable[tuple[ast.arg, ast.Constant]]:
    """Parameters that need not be given, and what they are then, if that is plain to see."""
    places = [*arguments.posonlyargs, *arguments.args]
    found = [*zip(places[len(places) - len(arguments.defaults):], arguments.defaults, strict=True),
             *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return [(place, value) for place, value in found if isinstance(value, ast.Constant)]


def _local(name: str) -> str:
    """A name that is none of JavaScript's own."""
    return f"_{name}"


def _assigned(tree: ast.AST) -> set[str]:
    """The names that a function gives values to; those of comprehensions and lambdas are theirs."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(tree):
        match child:
            case ast.Name(name, ast.Store()) | ast.NamedExpr(ast.Name(name)):
                found.add(name)
            case ast.Lambda():
                continue
            case ast.ExceptHandler(_, str(name)):
                found.add(name)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                found |= _assigned(child) - _bound(child.generators)
                continue
            case ast.FunctionDef() | ast.ClassDef() | ast.Global() | ast.Nonlocal():
                raise Untold("a function in a function")
        found |= _assigned(child)
    return found


def _bound(sources: list[ast.comprehension]) -> frozenset[str]:
    return frozenset(node.id for source in sources for node in ast.walk(source.target)
                     if isinstance(node, ast.Name))


def _yields(tree: ast.AST) -> bool:
    """Whether a function is a generator."""
    return any(isinstance(child, ast.Yield | ast.YieldFrom)
               or (not isinstance(child, ast.Lambda) and _yields(child))
               for child in ast.iter_child_nodes(tree))
