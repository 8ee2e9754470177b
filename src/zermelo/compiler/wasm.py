"""WebAssembly: LLVM's object file made a module of its own, without a linker.

An object file for wasm32 is a module already, but for two things: it exports nothing, and sections
of its own tell a linker what could still be moved. Nothing needs to be moved, as there is only this
one file. So the names of its functions are read from those sections, an export section is written,
and they are left out.

    \\0asm 1 │ type │ import │ function │ export ← written here │ code │ data │ linking ← left out

What it imports from `env`: `__linear_memory`, `__stack_pointer`, and functions such as `exp`.
"""

from __future__ import annotations

from collections.abc import Iterator

_MAGIC_BYTES = 8
_CUSTOM, _EXPORT, _CODE, _DATA = 0, 7, 10, 11
_ORDER = {12: 9.5, 13: 5.5}  # sections that came later, and stand among the others by now
_SYMBOL_TABLE = 8
_FUNCTION, _OBJECT_DATA, _GLOBAL, _SECTION, _TAG, _TABLE = 0, 1, 2, 3, 4, 5
_UNDEFINED, _NAMED = 0x10, 0x40  # flags of a symbol


def module_of(object_file: bytes, exports: tuple[str, ...]) -> bytes:
    """The same code as a module that exports these functions."""
    kept: list[tuple[int, bytes]] = []
    functions: dict[str, int] = {}
    for kind, content in _sections(object_file):
        if kind == _CUSTOM:
            name, at = _name(content, 0)
            if name == "linking":
                functions |= _function_symbols(content, at)
        else:
            kept.append((kind, content))
    body = _number(len(exports)) + b"".join(
        _text(name) + bytes([_FUNCTION]) + _number(functions[name]) for name in exports)
    kept.append((_EXPORT, body))
    kept.sort(key=lambda section: _ORDER.get(section[0], section[0]))
    return object_file[:_MAGIC_BYTES] + b"".join(
        bytes([kind]) + _number(len(content)) + content for kind, content in kept)


def _sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = _MAGIC_BYTES
    while at < len(data):
        kind = data[at]
        size, at = _read_number(data, at + 1)
        yield kind, data[at : at + size]
        at += size


def _function_symbols(data: bytes, at: int) -> dict[str, int]:
    """The functions that are defined here, by name."""
    found: dict[str, int] = {}
    _, at = _read_number(data, at)  # the version
    while at < len(data):
        part = data[at]
        size, at = _read_number(data, at + 1)
        if part == _SYMBOL_TABLE:
            count, place = _read_number(data, at)
            for _ in range(count):
                name, index, place = _symbol(data, place)
                if name:
                    found[name] = index
        at += size
    return found


def _symbol(data: bytes, at: int) -> tuple[str, int, int]:
    """A symbol: its name if it is a function, its number, and where the next one begins."""
    kind = data[at]
    flags, at = _read_number(data, at + 1)
    if kind == _OBJECT_DATA:
        _, at = _name(data, at)
        for _ in range(0 if flags & _UNDEFINED else 3):
            _, at = _read_number(data, at)
        return "", 0, at
    index, at = _read_number(data, at)
    if kind == _SECTION or (flags & _UNDEFINED and not flags & _NAMED):
        return "", index, at
    name, at = _name(data, at)
    return (name if kind == _FUNCTION else ""), index, at


# --- numbers and names, as WebAssembly writes them ---

def _number(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 127) << shift
        shift, at = shift + 7, at + 1
        if byte < 128:
            return number, at


def _text(name: str) -> bytes:
    return _number(len(name)) + name.encode()


def _name(data: bytes, at: int) -> tuple[str, int]:
    size, at = _read_number(data, at)
    return data[at : at + size].decode(), at + size
