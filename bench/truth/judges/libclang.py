"""C and C++ by libclang: libclang.py ROOT LIBCLANG [FLAG ...], the files on stdin, one a line.

Prototypes and definitions are one symbol, as are overloads of one scope, and a struct with the typedef of its name.
"""

import ctypes
import json
import os
import sys

root, package, *flags = sys.argv[1:]
sys.path.insert(0, package)
from clang import cindex  # noqa: E402
from clang.cindex import CursorKind as Kind  # noqa: E402

root = os.path.realpath(root)
files = [line for line in sys.stdin.read().split("\n") if line]
own = {os.path.join(root, file): file for file in files}
lines = {}
declarations, uses = {}, set()
# Files that define a symbol: several programs of one repository may have functions of one name, which the compiler cannot tell apart.
defined, twice = {}, set()
index = cindex.Index.create()
spelling = cindex.conf.lib.clang_getSpellingLocation
number = ctypes.c_uint
spelling.argtypes = [cindex.SourceLocation, ctypes.POINTER(cindex.c_object_p)] + [ctypes.POINTER(number)] * 3
spelling.restype = None
template_of = cindex.conf.lib.clang_getSpecializedCursorTemplate

KINDS = {
    Kind.FUNCTION_DECL: "function",
    Kind.FUNCTION_TEMPLATE: "function",
    Kind.CXX_METHOD: "method",
    Kind.STRUCT_DECL: "class",
    Kind.CLASS_DECL: "class",
    Kind.UNION_DECL: "class",
    Kind.ENUM_DECL: "class",
    Kind.CLASS_TEMPLATE: "class",
    Kind.TYPEDEF_DECL: "type",
    Kind.TYPE_ALIAS_DECL: "type",
    Kind.TYPE_ALIAS_TEMPLATE_DECL: "type",
    Kind.ENUM_CONSTANT_DECL: "constant",
    Kind.MACRO_DEFINITION: "constant",
    Kind.VAR_DECL: "variable",
    Kind.FIELD_DECL: "field",
    Kind.PARM_DECL: "local",
    Kind.CONSTRUCTOR: "local",
    Kind.NAMESPACE: "local",
}
REFERENCES = {
    Kind.DECL_REF_EXPR,
    Kind.MEMBER_REF_EXPR,
    Kind.MEMBER_REF,
    Kind.TYPE_REF,
    Kind.TEMPLATE_REF,
    Kind.VARIABLE_REF,
    Kind.NAMESPACE_REF,
    Kind.MACRO_INSTANTIATION,
}
TYPES = {Kind.STRUCT_DECL, Kind.CLASS_DECL, Kind.UNION_DECL, Kind.ENUM_DECL, Kind.CLASS_TEMPLATE}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.FUNCTION_TEMPLATE, Kind.CXX_METHOD}
SCOPES = TYPES | {Kind.NAMESPACE}


def place_of(cursor, name):
    """Where the name is written, also inside the arguments of a macro; None where it is written nowhere."""
    handle, line, column = cindex.c_object_p(), number(), number()
    spelling(cursor.location, ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column), None)
    if not handle:
        return None
    path = os.path.realpath(cindex.File(handle).name)
    if path not in own:
        return None
    if path not in lines:
        with open(path, "rb") as source:
            lines[path] = source.read().split(b"\n")
    text = lines[path][line.value - 1] if line.value <= len(lines[path]) else b""
    if not text[column.value - 1 :].startswith(name.encode()):
        return None
    return (own[path], line.value, column.value)


def key_of(cursor):
    pattern = template_of(cursor)
    cursor = pattern if pattern is not None and pattern.kind.is_declaration() else cursor
    if cursor.kind == Kind.TYPEDEF_DECL:
        named = cursor.underlying_typedef_type.get_declaration()
        if named.kind in TYPES and named.spelling == cursor.spelling:
            return named.get_usr()
    if cursor.kind in FUNCTIONS and cursor.semantic_parent is not None:
        parent = cursor.semantic_parent
        outer = template_of(parent)
        parent = outer if outer is not None and outer.kind in TYPES else parent
        if parent.kind in SCOPES:
            return f"{parent.get_usr()} {cursor.spelling}"
        # What stands behind the hash are the types of the parameters.
        if cursor.kind == Kind.FUNCTION_DECL:
            return cursor.get_usr().split("#")[0]
        if cursor.kind == Kind.FUNCTION_TEMPLATE:
            return f"c:@F@{cursor.spelling}"
    return cursor.get_usr() or f"{cursor.location.file}:{cursor.location.offset}"


def kind_of(cursor):
    parent = cursor.semantic_parent
    if cursor.kind == Kind.VAR_DECL or cursor.kind in TYPES or cursor.kind == Kind.TYPEDEF_DECL:
        if parent is not None and parent.kind not in SCOPES and parent.kind != Kind.TRANSLATION_UNIT:
            return "local"
        if cursor.kind == Kind.VAR_DECL and cursor.type.is_const_qualified():
            return "constant"
    if cursor.kind == Kind.FUNCTION_TEMPLATE and parent is not None and parent.kind in TYPES:
        return "method"
    return KINDS[cursor.kind]


def container_of(cursor):
    names = []
    parent = cursor.semantic_parent
    while parent is not None and parent.kind in SCOPES:
        if parent.spelling and parent.kind != Kind.NAMESPACE and "(" not in parent.spelling:
            names.insert(0, parent.spelling)
        parent = parent.semantic_parent
    return "/".join(names)


def visit(cursor):
    if cursor.kind in KINDS:
        name = cursor.spelling
        place = place_of(cursor, name) if name and "(" not in name else None
        if place is not None:
            key = key_of(cursor)
            declarations.setdefault(key, {})[place] = (name, kind_of(cursor), container_of(cursor))
            if cursor.is_definition() and defined.setdefault(cursor.get_usr(), place[0]) != place[0]:
                twice.add(key)
    elif cursor.kind in REFERENCES:
        target = cursor.referenced
        if target is not None and target.spelling:
            place = place_of(cursor, target.spelling)
            if place is not None:
                uses.add((place, target.spelling, key_of(target)))
    for child in cursor.get_children():
        visit(child)


def is_own(cursor):
    file = cursor.location.file
    return file is not None and os.path.realpath(file.name) in own


sys.setrecursionlimit(20000)
sources = [file for file in files if not file.endswith((".h", ".hpp", ".hh", ".inl", ".ipp"))]
options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
for file in sources:
    arguments = [flag.replace("ROOT", root) for flag in flags]
    try:
        unit = index.parse(os.path.join(root, file), args=arguments, options=options)
    except cindex.TranslationUnitLoadError as problem:
        print(f"{file}: {problem}", file=sys.stderr)
        continue
    errors = [each for each in unit.diagnostics if each.severity >= cindex.Diagnostic.Error]
    if errors:
        print(f"{file}: {len(errors)} errors, first {errors[0]}", file=sys.stderr)
    for child in unit.cursor.get_children():
        if is_own(child):
            visit(child)

ids = {}
for key, places in declarations.items():
    file, line, column = min(places)
    ids[key] = f"{file}:{line}:{column}"
    for place, (name, kind, container) in places.items():
        kind = "local" if key in twice else kind
        print(json.dumps({"declare": ids[key], "at": place, "name": name, "kind": kind, "container": container}))
for place, name, key in uses:
    print(json.dumps({"use": [ids.get(key, "outside")], "at": place, "name": name}))
