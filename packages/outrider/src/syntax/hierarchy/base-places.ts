import type { SuperName } from "../../languages/hierarchy/type-hierarchy.ts";
import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { FileReferences, Reference } from "../references/find-references.ts";
import { chainOf } from "../references/symbol-chain.ts";

/** Whether types of the two languages extend each other. */
export function extendEachOther(language: string, other: string): boolean {
  if (language === other) return true;
  const platform = languageById(language)?.hierarchy?.platform;
  return platform !== undefined && platform === languageById(other)?.hierarchy?.platform;
}

/** The class whose base is the result of an expression with the name in it: `class A extends mix(B)`. */
export function resultBaseAt(file: FileReferences, text: string, at: Reference): CodeSymbol | undefined {
  if (languageById(file.language)?.hierarchy?.extendsResults !== true) return undefined;
  const holder = chainOf(file.symbols, at.within).find(({ kind }) => typeKinds.has(kind));
  if (holder === undefined || at.start < holder.nameSpan.end) return undefined;
  const { nameSpan, bodySpan, span } = holder;
  const end = bodySpan?.start ?? span.end;
  return at.start < end && isInCall(text.slice(nameSpan.end, at.start)) ? holder : undefined;
}

/** Whether code ends inside the brackets of a call, not in a list or as a named argument: `(mix(`, ` extends mix(`. */
function isInCall(code: string): boolean {
  const open: { readonly mark: string; readonly at: number }[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const mark = code.charAt(at);
    if ("([{".includes(mark)) open.push({ mark, at });
    else if (")]}".includes(mark)) open.pop();
    else if (mark === "\n" && open.length === 0 && !/^\s*(?:extends|implements|<)/.test(code.slice(at))) return false;
  }
  const calls = open.filter(({ mark, at }) => mark === "(" && code.slice(0, at).trim() !== "");
  if (calls.length === 0 || calls.length < open.length - 1) return false;
  const [outer] = open;
  // `class A(metaclass=Meta(B))`: a named argument is no base.
  return outer === undefined || !/(?<![=!<>])=(?!=)[^,]*$/.test(code.slice(outer.at, open.at(-1)?.at));
}

/** Another name of a type, with how certain it is that both mean the same. */
export interface TypeAlias {
  readonly symbol: CodeSymbol;
  readonly certainty: "sure" | "likely";
}

/** What declares another name of the type that is named here: `type A = Base`, `using A = Base`, `A = Base`. */
export function aliasAt(file: FileReferences, text: string, at: Reference): TypeAlias | undefined {
  const symbol = at.within === undefined ? undefined : file.symbols[at.within];
  if (symbol === undefined || !mayBeAlias(symbol, file.symbols)) return undefined;
  const { nameSpan, span } = symbol;
  const end = at.start + at.name.length;
  const behind = text.slice(end, span.end);
  if (at.start < nameSpan.start) {
    const isTypedef = /^typedef\s[\w\s:]*$/.test(text.slice(span.start, at.start));
    return isTypedef && isRest(text.slice(end, nameSpan.start)) ? { symbol, certainty: at.certainty } : undefined;
  }
  const before = /^[^=]*?:?=\s*(.*)$/s.exec(text.slice(nameSpan.end, at.start))?.[1];
  if (before === undefined) return undefined;
  const isPart = symbol.kind === "type" && !`${before}${behind}`.includes("|");
  const [start, rest] = isPart
    ? [before.replace(joinedBefore, ""), behind.replace(joinedBehind, "")]
    : [before, behind];
  if (isPathStart(start) && isRest(rest)) return { symbol, certainty: at.certainty };
  const isValue = symbol.kind !== "type" && at.role !== "call" && !/[[{;]|=>|\b(?:new|lambda|function)\b/.test(before);
  return isValue ? { symbol, certainty: "likely" } : undefined;
}

/** `A & B`, and `A with B`: what extends it extends both. */
const joinedBefore = /^.*(?:&|\bwith\b)/s;
const joinedBehind = /(?:&|\bwith\b).*$/s;

/** The type that a declaration gives another name: `Base` in `type A = lib.Base<T>` and `typedef Base A`. */
export function aliasedName(text: string, { span, nameSpan }: CodeSymbol): SuperName | undefined {
  const typedef = /^(typedef\s+(?:[\w:]+::|(?:const|struct|class|typename)\s+)*)(\w+)\s*(?:<.*>)?\s*$/s;
  const assigned =
    /^([^=]*?:?=\s*(?:typename\s+)?(?:[\p{L}\p{N}_$]+\s*(?:\.|::|\\)\s*)*)([\p{L}\p{N}_$]+)\s*(?:<.*>|\[.*\])?\s*;?\s*$/su;
  const before = typedef.exec(text.slice(span.start, nameSpan.start));
  if (before !== null) return { name: before[2] ?? "", start: span.start + (before[1] ?? "").length };
  const behind = assigned.exec(text.slice(nameSpan.end, span.end));
  return behind === null ? undefined : { name: behind[2] ?? "", start: nameSpan.end + (behind[1] ?? "").length };
}

/** A type, or a value at the top of a file with the name of one. */
function mayBeAlias({ kind, name, parent }: CodeSymbol, symbols: readonly CodeSymbol[]): boolean {
  if (kind === "type") return true;
  const isTop = parent === undefined || symbols[parent]?.kind === "module";
  return (kind === "constant" || kind === "variable") && isTop && /^_*\p{Lu}/u.test(name);
}

/** `lib::`, `a.b.`: what may be before the name of a type. */
function isPathStart(code: string): boolean {
  return /^(?:typename\s+)?[\p{L}\p{N}_$.:\\\s]*$/u.test(code);
}

/** Nothing but type arguments follows. */
function isRest(code: string): boolean {
  return /^\s*(?:<.*>|\[.*\])?\s*;?\s*$/s.test(code);
}
