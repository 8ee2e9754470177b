"""Functions that write texts, from Python to JavaScript.

Rules compile to WebAssembly, texts do not: they are strings. But what writes them is ordinary
Python, mostly comprehensions, f-strings and `join`, which another language can say as well. This
translates one function at a time; what its names stand for is asked of `Meanings`
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

    def call(self, value: Any, arguments: list[str], named: dict[str, str]) -> str:
        """A call of a known object."""
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
        parameters = ",".join(map(_local, self.parameters))
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
            case ast.Raise():
                return "$.fail();"
        raise Untold(type(node).__name__)

    def assign(self, target: ast.expr, value: str) -> str:
        """A target gets a value that is written already."""
        match target:
            case ast.Name(name):
                return f"{_local(name)}={value};"
            case ast.Tuple(items) | ast.List(items):
                if any(isinstance(item, ast.Starred) for item in items):
                    raise Untold("a starred target")
                parts = f"$parts{value.count('$parts')}"
                inner = "".join(self.assign(item, f"{parts}[{i}]") for i, item in enumerate(items))
                return f"{{const {parts}=$.unpack({value},{len(items)});{inner}}}"
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
            case ast.FormattedValue(value, -1, ast.JoinedStr() as wish):
                return f"$.format({self.value(value)},{self.reckoned(wish)})"
        raise Untold("a format")

    def compared(self, left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr]) -> str:
        """`a < b <= c`: each is looked at once, and no further than needed."""
        name = f"$.{_OPERATORS[type(operators[0])]}"
        if len(operators) == 1:
            return f"{name}({self.value(left)},{self.value(others[0])})"
        if len(operators) > 2 or _yields(others[1]):
            raise Untold("a long comparison")
        second = f"$.{_OPERATORS[type(operators[1])]}($m,{self.value(others[1])})"
        return (f"(($l,$m)=>{name}($l,$m)&&{second})"
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
            return self.meanings.call(known.value, listed, named)
        if not isinstance(node.func, ast.Attribute):
            if named:
                raise Untold("names in a call of a value")
            return f"{self.value(node.func)}({arguments})"
        self.meanings.asked(node.func.attr)
        words = ",".join(f"{json.dumps(name)}:{value}" for name, value in named.items())
        return (f"$.method({self.value(node.func.value)},{json.dumps(node.func.attr)},"
                f"[{arguments}],{{{words}}})")


_NOTHING = ast.arguments([], [], None, [], [], None, [])


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
