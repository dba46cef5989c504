import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { chainOf } from "./symbol-chain.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";

/** Whether the receiver refers to what the enclosing type inherits, as opposed to its own declarations. */
export function isSuperReceiver(receiver: string | undefined, language: string): boolean {
  const written = referenceRulesOf(language)?.superReceiver ?? /^super(?:\s*\(.*\)|<.*>)?$/su;
  return receiver !== undefined && typeof written !== "string" && written.test(receiver);
}

/** The type that contains a place. */
export function typeAround({ symbols }: Occurrences, { within }: Occurrence): CodeSymbol | undefined {
  return chainOf(symbols, within).find(({ kind }) => typeKinds.has(kind));
}

/** The types named in the head of the enclosing type. */
export function superclassesAt(file: Occurrences, at: Occurrence): readonly string[] {
  const type = typeAround(file, at);
  return type === undefined ? [] : namesAbove(type, file.language);
}

/** The types named in the head of a type. */
export function namesAbove(type: CodeSymbol, language: string): readonly string[] {
  const { signature, name } = type;
  const start = Math.max(signature.indexOf(`class ${name}`) + "class ".length, signature.indexOf(name));
  const head = {
    ...type,
    span: { start: 0, end: signature.length },
    nameSpan: { start, end: start + name.length },
    bodySpan: undefined,
  };
  return superNames(signature, head, language).map((each) => each.name);
}

/** `super(…)` calls the superclass as if by name. */
export function asSuperclass(file: Occurrences, at: Occurrence): Occurrence {
  const isCall =
    at.receiver === undefined
      ? at.name === "super"
      : isSuperReceiver(at.receiver, file.language) && constructors.has(at.name);
  const name = isCall && at.role === "call" ? superclassesAt(file, at)[0] : undefined;
  return name === undefined ? at : { ...at, name, receiver: undefined };
}

const constructors = new Set(["__init__", "__construct"]);
