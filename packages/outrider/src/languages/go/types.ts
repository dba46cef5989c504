import { nameEnd, type TypedDeclaration, valueAfterName, type WrittenTypes } from "../written-types.ts";
import { outsideType } from "./outside.ts";

const lists: ReadonlySet<string> = new Set(["$list", "$map"]);

/** How Go writes types. */
export const goTypes: WrittenTypes = {
  of: typeOf,
  from: valueAfterName,
  plain: plainType,
  outside: outsideType,
  underlying: ({ name, signature }) => plainType(definedBy(name, signature)),
  opened: new Map([
    ["[]", lists],
    ["each", lists],
  ]),
};

const functions: ReadonlySet<string> = new Set(["function", "method"]);

/** `Type` in `func name(…) (Type, error)`, `name Type`, `name, other Type`, `name = &Type{…}` and `type Name = Type`. */
function typeOf({ name, kind, signature }: TypedDeclaration): string | undefined {
  const start = nameEnd(name, signature);
  if (start === undefined) return undefined;
  const rest = signature.slice(start);
  if (kind === "type") return plainType(/^\s*=\s*([^;]+)/.exec(rest)?.[1]);
  if (functions.has(kind)) return resultOf(signature, start);
  const made = /^\s*=\s*&?\s*/.exec(rest);
  if (made !== null) {
    const found = readGoType(rest, made[0].length);
    return found !== undefined && /^\s*\{/.test(rest.slice(found.end)) ? found.type : undefined;
  }
  const found = readGoType(rest, /^(?:\s*,\s*[\p{L}\p{N}_]+)*/u.exec(rest)?.[0].length ?? 0);
  return found !== undefined && /^\s*(?:$|[=`"/])/.test(rest.slice(found.end)) ? found.type : undefined;
}

/** What stands behind the name of a type that is no alias. */
function definedBy(name: string, signature: string): string | undefined {
  const start = nameEnd(name, signature);
  const rest = start === undefined ? "" : signature.slice(start);
  return /^\s*=/.test(rest) ? undefined : rest;
}

/** The first result of a function; undefined if it is a type parameter. */
function resultOf(signature: string, start: number): string | undefined {
  const open = signature[start] === "[" ? closeOf(signature, start) : start;
  const close = signature[open ?? -1] === "(" ? closeOf(signature, open ?? -1) : undefined;
  if (close === undefined) return undefined;
  const from = skipSpace(signature, close);
  const result = signature[from] === "(" ? firstOf(signature, from + 1) : readGoType(signature, from)?.type;
  const parameters = new Set(
    [...signature.slice(0, open).matchAll(/\[([^[\]]*)\]/g)].flatMap(([, inner = ""]) => inner.match(word) ?? []),
  );
  return result?.match(word)?.some((each) => parameters.has(each)) === true ? undefined : result;
}

const word = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** The first of several results; either all of them have names or none has: `(a, b Type, err error)`. */
function firstOf(text: string, from: number): string | undefined {
  let first: string | undefined;
  for (let at = from; at < text.length;) {
    const found = readGoType(text, at);
    if (found === undefined) return undefined;
    first ??= found.type;
    const next = skipSpace(text, found.end);
    if (text[next] === ")") return first;
    // A type behind what looked like one: that was a name.
    if (text[next] !== ",") return readGoType(text, next)?.type;
    at = next + 1;
  }
  return undefined;
}

/** A whole text that is a type: `[]*Item` is `$list<Item>`, `map[Key]Item` is `$map<Item, Key>`. */
function plainType(text: string | undefined): string | undefined {
  const variadic = /^[\p{L}\p{N}_]+\s+(?=\.\.\.)/u.exec(text ?? "");
  const found = readGoType(text ?? "", variadic?.[0].length ?? 0);
  return found?.type;
}

interface GoType {
  /** As a name with arguments. No name of Go has a dollar sign: these stand for types without a name. */
  readonly type: string;
  readonly end: number;
}

/** Reads the type at an offset; what a pointer leads to has the same members. */
function readGoType(text: string, from: number): GoType | undefined {
  const at = skipSpace(text, from);
  const rest = text.slice(at, at + 16);
  if (rest.startsWith("*")) return readGoType(text, at + 1);
  if (rest.startsWith("...")) return wrapped("$list", readGoType(text, at + 3));
  if (rest.startsWith("[")) return wrapped("$list", readGoType(text, closeOf(text, at) ?? text.length));
  if (rest.startsWith("(")) {
    const inner = readGoType(text, at + 1);
    const close = skipSpace(text, inner?.end ?? text.length);
    return inner !== undefined && text[close] === ")" ? { ...inner, end: close + 1 } : undefined;
  }
  const channel = /^(?:<-\s*chan|chan\s*<-|chan)\s/.exec(rest);
  if (channel !== null) return wrapped("$chan", readGoType(text, at + channel[0].length));
  if (/^(?:func|struct|interface)\b/.test(rest)) return readUnnamed(text, at);
  if (/^map\s*\[/.test(rest)) return readMap(text, text.indexOf("[", at));
  return readNamed(text, at);
}

function wrapped(name: string, inner: GoType | undefined, more = ""): GoType | undefined {
  return inner === undefined ? undefined : { type: `${name}<${inner.type}${more}>`, end: inner.end };
}

function readMap(text: string, open: number): GoType | undefined {
  const close = closeOf(text, open);
  const key = readGoType(text, open + 1);
  return key === undefined || close === undefined
    ? undefined
    : wrapped("$map", readGoType(text, close), `, ${key.type}`);
}

function readUnnamed(text: string, at: number): GoType | undefined {
  const word = /^[a-z]+/.exec(text.slice(at, at + 16))?.[0] ?? "";
  const open = skipSpace(text, at + word.length);
  const close = text[open] === (word === "func" ? "(" : "{") ? closeOf(text, open) : undefined;
  if (close === undefined) return undefined;
  // Types that are embedded give their members to the whole.
  const isPlain = word !== "struct" || !embeds.test(text.slice(open + 1, close - 1));
  if (word !== "func") return { type: isPlain ? `$${word}` : "$embedding", end: close };
  const next = skipSpace(text, close);
  const end = text[next] === "(" ? closeOf(text, next) : readGoType(text, next)?.end;
  return { type: "$func", end: end ?? close };
}

/** `pkg.Name[Item]`. */
function readNamed(text: string, at: number): GoType | undefined {
  const name = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?/u.exec(text.slice(at, at + maxName))?.[0];
  if (name === undefined) return undefined;
  const open = at + name.length;
  if (text[open] !== "[") return { type: name, end: open };
  const listed: string[] = [];
  for (let from = open + 1; from < text.length;) {
    const found = readGoType(text, from);
    if (found === undefined) return undefined;
    listed.push(found.type);
    const next = skipSpace(text, found.end);
    if (text[next] === "]") return { type: `${name}<${listed.join(", ")}>`, end: next + 1 };
    if (text[next] !== ",") return undefined;
    from = next + 1;
  }
  return undefined;
}

/** A name alone in a line of a struct, or one behind a module. */
const embeds = /(?:^|[;\n])[ \t]*\*?[\p{L}_][\p{L}\p{N}_.]*(?:\[[^\]]*\])?[ \t]*(?:$|[;\n`"/])/mu;

const maxName = 200;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}

/** The offset behind the bracket that closes the one at this offset. */
function closeOf(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at >= 0 && at < text.length; at += 1) {
    if (/[([{]/.test(text[at] ?? "")) depth += 1;
    if (/[)\]}]/.test(text[at] ?? "") && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}
