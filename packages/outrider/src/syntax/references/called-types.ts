import { codeKinds, valueKinds } from "../../languages/symbol-kind.ts";
import { typeBeforeName } from "../../languages/written-types.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { GraphNode } from "./graph-node.ts";
import { outerPath } from "./lexical-scope.ts";
import { type ReadType, readType } from "./read-type.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import type { NameResolver } from "./resolve-name.ts";

/** Whether these declarations of one name give a value of their type where it is called, or where it is not. */
export function fitsUse(language: string, members: readonly CodeSymbol[], isCall: boolean): boolean {
  const mustCall = referenceRulesOf(language)?.writtenTypes?.isCalled;
  if (mustCall === undefined) return members.some(({ kind }) => codeKinds.has(kind)) === isCall;
  return members.every((member) => {
    const wanted = codeKinds.has(member.kind) ? mustCall(member) : false;
    return wanted === undefined || wanted === isCall;
  });
}

/** `struct { int size; } name`. */
export function isOfUnnamedType({ kind, signature }: Pick<CodeSymbol, "kind" | "signature">): boolean {
  return valueKinds.has(kind) && /^(?:(?:static|extern|const|volatile)\s+)*(?:struct|union)\s*\{/.test(signature);
}

/** The type that the declaration of a value declares as well; without a name, its members are below the value. */
export function typeInPlace(
  names: Pick<NameResolver, "typeIn">,
  { file, language }: Pick<GraphNode, "file" | "language">,
  [symbol]: readonly CodeSymbol[],
): GraphNode | undefined {
  if (symbol === undefined || referenceRulesOf(language)?.modules !== "include") return undefined;
  if (isOfUnnamedType(symbol)) return names.typeIn(file, symbol.path);
  const name = /^(?:(?:static|extern|const|volatile)\s+)*(?:struct|union|class)\s+(\w+)\s*\{/.exec(
    symbol.signature,
  )?.[1];
  const outer = outerPath(symbol.path);
  return name === undefined ? undefined : names.typeIn(file, outer === "" ? name : `${outer}/${name}`);
}

/** The member that is called where a type is, if its language has one. */
export function makerIn(language: string): string | undefined {
  return referenceRulesOf(language)?.writtenTypes?.makes;
}

/** The type that all these declarations of one member write, as it is written. */
export function writtenText(language: string, members: readonly CodeSymbol[]): string | undefined {
  const texts = writtenTexts(language, members);
  return texts.size === 1 ? [...texts][0] : undefined;
}

/** The type that all these declarations of one member write; overloads may differ in the arguments of it. */
export function agreedType(
  language: string,
  members: readonly CodeSymbol[],
  own: string | undefined,
): ReadType | undefined {
  const [type, ...others] = [...writtenTexts(language, members)].map((text) =>
    text === undefined ? undefined : readType(text),
  );
  if (type === undefined || others.length === 0) return type;
  const names = new Set(
    [type, ...others].map((each) => (each?.words.join(".") === "this" ? own : each?.words.join("."))),
  );
  const [name] = names;
  return names.size === 1 && name !== undefined ? { words: name.split("."), arguments: [] } : undefined;
}

function writtenTexts(language: string, members: readonly CodeSymbol[]): ReadonlySet<string | undefined> {
  const rules = referenceRulesOf(language)?.writtenTypes;
  const heads = rules?.mergesDeclarations === true ? members.filter(({ bodySpan }) => bodySpan === undefined) : [];
  const counted = heads.length > 0 ? heads : members;
  // What is cut off a signature is behind the name.
  const isWhole = ({ signature }: CodeSymbol): boolean => rules?.of === typeBeforeName || !signature.endsWith("…");
  return new Set(counted.map((member) => (isWhole(member) ? rules?.of(member) : undefined)));
}

/** A name of a type that has members of its own. */
export function isDistinct({ language, symbol }: GraphNode): boolean {
  return symbol.kind === "type" && referenceRulesOf(language)?.writtenTypes?.underlying?.(symbol) !== undefined;
}
