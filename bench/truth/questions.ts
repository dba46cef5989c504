/** What is asked of a symbol, and which of its uses are the truth of that. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DrawnSymbol } from "./draw-symbols.ts";

export const questions = ["references", "callers", "subtypes"] as const;
export type Question = (typeof questions)[number];

export const questionRules: Readonly<Record<Question, string>> = {
  references: "Asked: `references`; true are all lines that use the symbol.",
  callers:
    "Asked: `call_graph` for the direct callers of functions and methods; true are the lines where the name that the compiler resolves is followed by an opening parenthesis.",
  subtypes:
    "Asked: `hierarchy` for the direct subtypes of classes, interfaces and traits; true are the lines where the compiler resolves the name in the head of a type, if the head begins in that line. A row counts for such a line if its declaration begins there or up to six lines before.",
};

/** The symbol with the lines that answer the question; undefined if there are none. */
export function narrow(question: Question, root: string, symbol: DrawnSymbol): DrawnSymbol | undefined {
  const { name } = symbol;
  // What a macro expands to is not written there.
  if (question === "references") return withTruth(symbol, ([line]) => textOf(root, line).includes(name));
  const kinds = question === "callers" ? ["function", "method"] : ["class", "interface", "type"];
  if (!kinds.includes(symbol.kind)) return undefined;
  const fits = question === "callers" ? isCall : isInHead;
  return withTruth(symbol, ([line, column]) => fits(textOf(root, line), column - 1, name, line));
}

type TruePlace = [line: string, column: number];

function withTruth(symbol: DrawnSymbol, isTrue: (place: TruePlace) => boolean): DrawnSymbol | undefined {
  const truth = new Map([...symbol.truth].filter(isTrue));
  return truth.size === 0 ? undefined : { ...symbol, truth };
}

const texts = new Map<string, readonly string[]>();

function textOf(root: string, place: string): string {
  const [, file = "", line = ""] = /^(.+):(\d+)$/.exec(place) ?? [];
  const path = join(root, file);
  const lines = texts.get(path) ?? readFileSync(path, "utf8").split("\n");
  texts.set(path, lines);
  return lines[Number(line) - 1] ?? "";
}

function isCall(text: string, column: number, name: string): boolean {
  const at = text.indexOf(name, column);
  return at !== -1 && /^\s*(?:(?:::)?<[^()]*>)?\s*\(/.test(text.slice(at + name.length));
}

const head = /^[^={};]*\b(?:class|interface|trait|struct|protocol|object|enum|record|extension|actor)\s+\w/;

function isInHead(text: string, column: number, name: string, place: string): boolean {
  const at = text.indexOf(name, column);
  // A qualifier is no supertype: `extends Outer.Inner`.
  if (at === -1 || /^\s*(?:\.|::)/.test(text.slice(at + name.length))) return false;
  const before = text.slice(0, at);
  if (/^\s*(?:unsafe\s+)?impl\b/.test(before))
    return /^[^{]*\bfor\b/.test(text.slice(at + name.length)) && depthAt(before) === 0;
  if (!head.test(before) || /[={;]/.test(before)) return false;
  const isPython = /\.pyi?:\d+$/.test(place);
  // The name of the type itself, its parameters and the arguments of its supertypes are no supertypes.
  return /[:(]|\b(?:extends|implements|with)\b/.test(before) && depthAt(before) === (isPython ? 1 : 0);
}

function depthAt(text: string): number {
  const arrows = text.replaceAll("->", "");
  return (arrows.match(/[<([]/g)?.length ?? 0) - (arrows.match(/[>)\]]/g)?.length ?? 0);
}

const headLines = 6;

/** The true line that a type declared in `line` stands for, or the line itself. */
export function headLine({ truth }: DrawnSymbol, file: string, line: number): string {
  for (let at = line; at <= line + headLines; at += 1) if (truth.has(`${file}:${at}`)) return `${file}:${at}`;
  return `${file}:${line}`;
}
