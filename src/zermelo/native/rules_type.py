"""A game and its evaluator as a Numba type of their own.

There is nothing in a value of this type: all that matters is known when the code is compiled.
`self.width` becomes a constant, `self.helper(s)` a call that is inlined, and a search written for
the interpreter compiles as it stands, once for each game, board size and set of features.
"""

from __future__ import annotations

import inspect
from functools import cache
from itertools import count
from types import FunctionType
from typing import Any

from numba import types
from numba.core import typing
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import infer_getattr, lower_builtin, models, register_model

from zermelo.game import Game
from zermelo.native.binding import compiled

_numbers = count(1)


class RulesType(types.Opaque):
    """The type of one game with its parameters; each compilation has one of its own."""

    def __init__(self, game: Any, extra: dict[str, Any]) -> None:
        self.game, self.extra = game, extra
        super().__init__(name=f"Rules({game.spec} {next(_numbers)})")

    def method(self, attribute: str) -> FunctionType | None:
        """The plain function behind a method, `self` first."""
        if isinstance(self.extra.get(attribute), FunctionType):
            return self.extra[attribute]
        if attribute == "candidates" and type(self.game).candidates is Game.candidates:
            attribute = "moves"
        found = inspect.getattr_static(type(self.game), attribute, None)
        return found if isinstance(found, FunctionType) else None

    def constant(self, attribute: str) -> Any:
        """The value of an attribute that is not a method."""
        value = self.extra[attribute] if attribute in self.extra else getattr(self.game, attribute)
        return compiled(value) if isinstance(value, FunctionType) else value  # a static method


register_model(RulesType)(models.OpaqueModel)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RulesType

    def generic_resolve(self, typ: RulesType, attribute: str) -> Any:
        function = typ.method(attribute)
        if function is not None:
            return types.BoundFunction(_method_template(typ, attribute, compiled(function)), typ)
        return self.context.resolve_value_type(typ.constant(attribute))


@cache
def _method_template(typ: RulesType, attribute: str, dispatcher: Any) -> Any:
    class Method(AbstractTemplate):
        key = (RulesType, attribute, typ)

        def generic(self, args: Any, kws: Any) -> Any:
            found = self.context.resolve_function_type(
                types.Dispatcher(dispatcher), (self.this, *args), kws
            )
            return typing.signature(found.return_type, *found.args[1:], recvr=self.this)

    @lower_builtin(Method.key, types.VarArg(types.Any))
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        call = context.get_function(types.Dispatcher(dispatcher), signature)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, args)

    return Method


@lower_getattr_generic(RulesType)
def _constant(context: Any, builder: Any, typ: RulesType, value: Any, attribute: str) -> Any:
    constant = typ.constant(attribute)
    return context.get_constant_generic(
        builder, context.typing_context.resolve_value_type(constant), constant
    )
