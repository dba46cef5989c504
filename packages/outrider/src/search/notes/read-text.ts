import { findSections } from "../../documents/markdown/sections.ts";
import markdown from "../../languages/markdown/index.ts";
import { splitLines } from "../chunks/chunk.ts";
import { createTextLines } from "../chunks/text-lines.ts";
import { addCount, type Field, raiseNameLevel, type FileTerms } from "../records/file-terms.ts";
import { termOfWord, wholeTerm } from "../text/terms.ts";
import { eachName, wordsOfName } from "../text/words.ts";
import type { SearchableText } from "./text-search.ts";

/** Lines of a text, from 0, end exclusive: a section without its subsections, or a part of a long one. */
interface TextChunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Headings, outermost first; empty before the first one. */
  readonly heading: string;
  readonly text: string;
}

// The same as for chunks of code.
const maxChars = 2_000;

/** What is known about a text, independent of any question. */
export interface ReadText {
  readonly title: string;
  readonly chunks: readonly TextChunk[];
  readonly terms: FileTerms;
  /** Its words and whole names, each with its term: the possible completions of a prefix. */
  readonly spellings: ReadonlyMap<string, number>;
}

const known = new WeakMap<object, ReadText>();

export function readText(item: SearchableText): ReadText {
  let read = known.get(item.source);
  if (read === undefined) known.set(item.source, (read = readAnew(item)));
  return read;
}

/** The highest name level: a title says more about a text than any word in it. */
const titleLevel = 3;
const headingLevel = 1;

function readAnew({ id, title, body }: SearchableText): ReadText {
  const spellings = new Map<string, number>();
  const chunks = chunkMarkdown(body);
  const whole = `${id} ${title}`;
  const counted = chunks.map(({ heading, text }, index) => {
    const counts = new Map<number, number>();
    const lengths: Record<Field, number> = { name: 0, head: 0, doc: 0, body: 0 };
    const add = (field: Field, from: string, change: (packed: number) => number): void =>
      eachTerm(from, (spelling, term) => {
        spellings.set(spelling, term);
        counts.set(term, change(counts.get(term) ?? 0));
        lengths[field] += 1;
      });
    // Once for the whole text; otherwise it would count once per section.
    if (index === 0) add("name", whole, (packed) => raiseNameLevel(packed, titleLevel));
    add("head", heading, (packed) => addCount(raiseNameLevel(packed, headingLevel), "head"));
    add("body", text, (packed) => addCount(packed, "body"));
    return { counts, lengths };
  });
  const terms = Uint32Array.from(new Set(counted.flatMap(({ counts }) => [...counts.keys()]))).sort();
  const places = new Map(Array.from(terms, (term, place) => [term, place]));
  return {
    title: whole,
    chunks,
    spellings,
    terms: {
      language: markdown.id,
      note: undefined,
      terms,
      chunks: chunks.map(({ startLine, endLine }, index) => {
        const { counts, lengths } = counted[index] ?? { counts: new Map<number, number>(), lengths: noLengths };
        const pairs = Array.from(counts, ([term, count]) => [places.get(term) ?? 0, count] as const);
        pairs.sort((a, b) => a[0] - b[0]);
        return {
          startLine,
          endLine,
          symbol: undefined,
          lengths: [lengths.name, lengths.head, lengths.doc, lengths.body],
          at: Uint32Array.from(pairs, ([at]) => at),
          counts: Uint16Array.from(pairs, ([, count]) => count),
        };
      }),
    },
  };
}

const noLengths: Readonly<Record<Field, number>> = { name: 0, head: 0, doc: 0, body: 0 };

/** For every word, including common ones: a question may consist of nothing else. */
export function eachTerm(text: string, onTerm: (spelling: string, term: number) => void): void {
  eachName(text, (name) => {
    const words = wordsOfName(name);
    for (const word of words) onTerm(word, termOfWord(word));
    if (words.length > 1) onTerm(name.replaceAll("_", "").toLowerCase(), wholeTerm(name));
  });
}

/** At least one chunk, even for an empty text: its title is searched anyway. */
function chunkMarkdown(text: string): readonly TextChunk[] {
  const lines = createTextLines(text);
  const sections = findSections(text);
  const starts = [{ startLine: 0, path: "" }, ...sections];
  const chunks = starts.flatMap(({ startLine, path }, index) => {
    const [from, to] = lines.trim(startLine, starts[index + 1]?.startLine ?? lines.count);
    if (from >= to) return [];
    return splitLines(from, to, lines, maxChars).map(([start, end]) => ({
      startLine: start,
      endLine: end,
      heading: path,
      text: text.slice(lines.offset(start), lines.offset(end)),
    }));
  });
  return chunks.length > 0 ? chunks : [{ startLine: 0, endLine: 0, heading: "", text: "" }];
}
