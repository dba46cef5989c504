import { findSections } from "../../documents/markdown/sections.ts";
import { isTelling } from "../../search/text/terms.ts";
import { splitWords } from "../../search/text/words.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { SampleFile } from "./read-sample.ts";
import { type Declared, isTest, isWorthReading, mostMentioned } from "./sample-declarations.ts";

/** A question built from words in the directory itself, so that the right answer is known. */
export interface WordQuestion {
  readonly words: string;
  readonly in: "code" | "docs";
  readonly place: KnownAnswer;
}

export interface KnownAnswer {
  readonly path: string;
  /** 1-based: the line with the name. */
  readonly line: number;
  /** Name path of the declaration, or title of the section. */
  readonly name: string;
}

const fewestWords = 4;
const maxWords = 16;
const askedKinds: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
]);

/**
 * Asks by the doc comment of the declaration that most files mention, if the comment does not contain its name; preferably not
 * the symbol the tour already shows. Without such a comment, a heading. How well search finds the answer plays no role in the choice.
 */
export function chooseQuestion(
  declared: readonly Declared[],
  { code, documents, shown }: QuestionSources,
): WordQuestion | undefined {
  return chooseComment(declared, code, shown) ?? chooseHeading(documents);
}

export interface QuestionSources {
  readonly code: readonly SampleFile[];
  readonly documents: readonly SampleFile[];
  /** The name the other questions are about. */
  readonly shown: string | undefined;
}

function chooseComment(
  declared: readonly Declared[],
  code: readonly SampleFile[],
  shown: string | undefined,
): WordQuestion | undefined {
  const names = countEach(declared.map(({ symbol }) => symbol.name));
  const asked = declared.flatMap(({ path, symbol }): readonly (readonly [string, WordQuestion])[] => {
    const { name, kind, doc, line } = symbol;
    // A duplicate name, or one that the question contains, would make it a different question.
    if (!askedKinds.has(kind) || !isWorthReading(symbol) || names.get(name) !== 1) return [];
    const words = doc === undefined ? undefined : readSentence(doc);
    if (words === undefined || words.toLowerCase().includes(name.toLowerCase())) return [];
    return [[name, { words, in: "code", place: { path, line: line + 1, name: symbol.path } }]];
  });
  const times = countEach(asked.map(([, { words }]) => words));
  const byName = new Map(asked.filter(([, { words }]) => times.get(words) === 1));
  const all = [...byName.keys()];
  const others = all.filter((name) => name !== shown);
  const name = mostMentioned(code, others.length === 0 ? all : others);
  return name === undefined ? undefined : byName.get(name);
}

/** Chooses the longest heading, as it says most. */
function chooseHeading(documents: readonly SampleFile[]): WordQuestion | undefined {
  const asked = documents
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      findSections(text).flatMap(({ title, startLine }): readonly WordQuestion[] => {
        const words = readSentence(title);
        return words === undefined ? [] : [{ words, in: "docs", place: { path, line: startLine + 1, name: title } }];
      }),
    );
  const times = countEach(asked.map(({ words }) => words));
  const once = asked.filter(({ words }) => times.get(words) === 1);
  return once.toSorted((a, b) => b.words.length - a.words.length || (a.words < b.words ? -1 : 1))[0];
}

/** A short plain sentence without its final punctuation; undefined if it is truncated or contains markup. */
function readSentence(text: string): string | undefined {
  const sentence = text.trim().replace(/[.!?:;]+$/, "");
  if (/[…@{}<>[\]|\\`*_=]|https?:|copyright|licen[cs]e|todo|fixme/i.test(sentence)) return undefined;
  const all = sentence.split(/\s+/).length;
  return tellingWords(sentence).length >= fewestWords && all <= maxWords ? sentence : undefined;
}

/** The words of a question that one would search for. */
export function tellingWords(question: string): readonly string[] {
  return [...new Set(splitWords(question).filter((word) => isTelling(word) && word.length > 2))];
}

function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}
