import { codeKinds } from "../../languages/symbol-kind.ts";
import { parameterTypeIn, typeParametersIn } from "../../languages/function-types.ts";
import { nameEnd } from "../../languages/written-types.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { GraphNode } from "./graph-node.ts";
import { type ReadType, readType } from "./read-type.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { namedTypes } from "./only-one.ts";
import type { NameResolver } from "./resolve-name.ts";
import type { PathStep } from "./type-path.ts";
import type { TypeState, WrittenState } from "./type-state.ts";

/** What may be called, with all of its declarations. */
export interface Callee {
  readonly file: string;
  readonly language: string;
  readonly members: readonly CodeSymbol[];
  readonly own: GraphNode | undefined;
}

/** The indexes of the parameters, or of the result, that a path goes on with: of a function, of the function that this takes, and so on. */
export function parametersIn(steps: readonly PathStep[]): readonly number[] {
  const end = steps.findIndex(({ parameter }) => parameter === undefined);
  return steps.slice(0, end === -1 ? steps.length : end).flatMap(({ parameter }) => parameter ?? []);
}

/** The type of a parameter or the result of a function, method, or value that is one; all of its heads have to agree. */
export async function parameterOf(
  names: NameResolver,
  callee: Callee | undefined,
  indexes: readonly number[],
): Promise<WrittenState | undefined> {
  if (callee === undefined) return undefined;
  const { file, language, members, own } = callee;
  const heads = members.filter(({ bodySpan }) => bodySpan === undefined);
  const counted = heads.length > 0 ? heads : members;
  const [first] = counted;
  if (first === undefined || counted.some(({ signature }) => signature.endsWith("…"))) return undefined;
  const place = { file, start: first.span.start, end: first.bodySpan?.start ?? first.span.end, own };
  const isCode = codeKinds.has(first.kind);
  const texts = counted.map((each) => (isCode ? afterName(each.name, each.signature) : writtenType(language, each)));
  const read = texts.map((text) => readText(nestedType(text, indexes)));
  const words = new Set(read.map((type) => type?.words.join(".")));
  const given = own === undefined ? [] : typeParametersIn(afterName(own.symbol.name, own.symbol.signature));
  if (given.some((each) => texts.some((text) => new RegExp(`\\b${each}\\b`).test(text ?? "")))) return undefined;
  if (words.size === 1 && read[0] !== undefined) return { ...place, type: read[0] };
  const [index = 0, ...more] = indexes;
  if (isCode)
    return more.length === 0 ? undefined : parameterOfType(names, await parameterOf(names, callee, [index]), more);
  const type = counted.length > 1 ? undefined : readText(texts[0]);
  return type === undefined ? undefined : await parameterOfType(names, { ...place, type }, indexes);
}

/** The type of a parameter or the result of a type that stands for a function. */
export async function parameterOfType(
  names: NameResolver,
  state: TypeState | undefined,
  indexes: readonly number[],
): Promise<WrittenState | undefined> {
  if (state === undefined || !("type" in state)) return undefined;
  const { file, type, start, end } = state;
  const alias = await names.resolveWithin(file, type.words.at(-1) ?? "", { start, end }, namedTypes);
  if (alias?.symbol.kind !== "type" || alias.symbol.signature.endsWith("…")) return undefined;
  const { symbol } = alias;
  const parameter = readText(nestedType(writtenType(alias.language, symbol), indexes));
  if (parameter === undefined) return undefined;
  const given = typeParametersIn(afterName(symbol.name, symbol.signature)).indexOf(parameter.words.join("."));
  if (given === -1) return { file: alias.file, type: parameter, ...symbol.span, own: undefined };
  const argument = type.arguments[given];
  return argument === undefined ? undefined : { ...state, type: argument };
}

/** `C` in `(a: (b: (c: C) => void) => void)` for three parameters that are the first ones, `C` in `() => C` for the result. */
export function nestedType(text: string | undefined, indexes: readonly number[]): string | undefined {
  return indexes.reduce((outer, index) => (outer === undefined ? undefined : parameterTypeIn(outer, index)), text);
}

function writtenType(language: string, symbol: CodeSymbol): string | undefined {
  return referenceRulesOf(language)?.writtenTypes?.of(symbol);
}

export function readText(text: string | undefined): ReadType | undefined {
  return text === undefined ? undefined : readType(text);
}

function afterName(name: string, signature: string): string {
  return signature.slice(nameEnd(name, signature) ?? signature.length);
}
