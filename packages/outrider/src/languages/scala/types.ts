import { nameEnd, type TypedDeclaration, valueAfterName, type WrittenTypes } from "../written-types.ts";
import { impliedInScala } from "./implied.ts";

const options: ReadonlySet<string> = new Set(["Option", "Some", "Try", "Success"]);
const lists: ReadonlySet<string> = new Set(["List", "Seq", "Vector", "Array", "IndexedSeq", "Iterable", "Set"]);

export const scalaTypes: WrittenTypes = {
  of: typeInScala,
  from: valueAfterName,
  plain: (type) => type.replace(/^\s*=>\s*/, ""),
  squareTypes: true,
  mixins: true,
  bareMembers: true,
  implied: impliedInScala,
  companion: /(?:^|\s)object\s/,
  makes: "apply",
  isCalled,
  opened: new Map([
    ["get", options],
    ["head", lists],
    ["last", lists],
    ["each", lists],
  ]),
};

/** `def name[T](x: A)(y: B): Type = …`, `val name: Type`, `type Name = Type`. */
function typeInScala({ name, kind, signature }: TypedDeclaration): string | undefined {
  const rest = afterName(name, signature);
  if (rest === undefined) return undefined;
  if (kind === "type") return /^\s*(?:\[[^=]*\])?\s*=\s*([^;{]+)/.exec(rest)?.[1]?.trim();
  const type = /^\s*:\s*([^]+)$/.exec(rest.slice(endOfParameters(rest)))?.[1];
  return type === undefined ? undefined : upToValue(type);
}

/** A method without parameters is used without brackets; brackets behind it call what it gives. */
function isCalled({ name, signature }: TypedDeclaration): boolean | undefined {
  const rest = afterName(name, signature) ?? "";
  const parameters = /^\s*\(\s*(?:implicit|using)?/.exec(withoutTypes(rest))?.[0];
  if (parameters === undefined || /[gt]$/.test(parameters)) return false;
  return /^\s*\(\s*\)/.test(withoutTypes(rest)) ? undefined : true;
}

function afterName(name: string, signature: string): string | undefined {
  const end = nameEnd(name, signature);
  return end === undefined ? undefined : signature.slice(end);
}

function withoutTypes(rest: string): string {
  return rest.trimStart().startsWith("[") ? rest.slice(closeOf(rest, rest.indexOf("["))) : rest;
}

/** The offset behind the type parameters and all lists of parameters. */
function endOfParameters(rest: string): number {
  let at = 0;
  for (;;) {
    const open = at + (/^\s*/.exec(rest.slice(at))?.[0].length ?? 0);
    if (rest[open] !== "[" && rest[open] !== "(") return at;
    at = closeOf(rest, open);
  }
}

function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (/[[(]/.test(text[at] ?? "")) depth += 1;
    if (/[\])]/.test(text[at] ?? "")) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Functions, tuples, refinements and types in infix form are no plain names. */
function upToValue(text: string): string | undefined {
  const type = text.replace(/=(?!>)[^]*$/, "").trim();
  return type === "" || /=>|\bwith\b|[{}&|;]/.test(type) ? undefined : type;
}
