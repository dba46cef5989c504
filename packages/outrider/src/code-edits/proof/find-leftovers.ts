import { isToolError } from "toolwright";
import { type ResolvedEditingRules, editingOfFile } from "../../languages/editing-of.ts";
import { languageOf } from "../../languages/language-of.ts";
import { hasReferenceRules, referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import type { Language, Span } from "../../languages/language.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import type { Occurrences } from "../../syntax/references/occurrence.ts";
import { lineIndexAt, lineStarts, withoutEol } from "../../workspace/text/line-ends.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Leftovers } from "../code-edit.ts";
import type { EditContext } from "../edit-context.ts";
import { wordPattern } from "../rename/special-forms.ts";

interface LeftoverQuestion {
  /** The old name. */
  readonly name: string;
  /** By file: the renamed spans, in the text on disk. */
  readonly edited: ReadonlyMap<string, readonly Span[]>;
  /** The language of the symbol: words in code that cannot use it are never unseen names. Default: no word is. */
  readonly language?: string;
}

export interface FoundLeftovers extends Leftovers {
  /** Words in code that are neither names to the parser nor in a comment or string: in a macro, a template, an odd file. */
  readonly unseen: readonly UnseenName[];
  /** Strings in code that are the name and nothing else: `"name"`. */
  readonly quoted: readonly UnseenName[];
  /** Names in code, by file: their offsets. */
  readonly inCode: ReadonlyMap<string, readonly number[]>;
}

export interface UnseenName {
  readonly file: string;
  /** 0-based. */
  readonly line: number;
  readonly text: string;
  readonly at: { readonly start: number; readonly name: string; readonly key: undefined };
}

interface Leftover {
  readonly file: string;
  readonly line: number;
  readonly sort: LeftoverClass;
  readonly text: string;
  readonly start: number;
  readonly isUnseen: boolean;
  readonly isQuoted: boolean;
}

const maxShown = 6;
const maxLine = 120;
/** Shorter names occur as ordinary words nearly everywhere. */
const shortest = 3;
const atOnce = 8;
const maxBytes = 4 * 1024 * 1024;
const order: readonly LeftoverClass[] = ["comment", "string", "docs", "config", "code"];

/** Where the old name still occurs as a word, outside the renamed spans, in files that may be read. */
export async function findLeftovers(context: EditContext, question: LeftoverQuestion): Promise<FoundLeftovers> {
  const { name, edited, language } = question;
  const { symbols, signal } = context;
  const hits: FileHits[] = [];
  const left = (await filesWithWord(context, name, edited)).values();
  async function work(): Promise<void> {
    for (const path of left) {
      const found = await hitsIn(context, path, { name, edited });
      if (found.hits.length > 0) hits.push(found);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  const paths = hits.map(({ path }) => path).toSorted();
  const read = await symbols.occurrences(paths, [name], { signal });
  const occurrences = new Map(read.map((file) => [file.file, file]));
  const found: Leftover[] = [];
  for (const file of hits)
    found.push(...(await leftoversIn(context, file, { name, code: occurrences.get(file.path), language })));
  const sorted = found.toSorted(
    (a, b) => order.indexOf(a.sort) - order.indexOf(b.sort) || byText(a.file, b.file) || a.line - b.line,
  );
  const rows = [...new Set(sorted.map(({ file, line, sort, text }) => `${file}:${line} ${sort}: ${text}`))];
  return {
    // A line that contains it twice counts once.
    total: rows.length,
    shown: rows.slice(0, maxShown),
    unseen: sorted.filter(({ isUnseen }) => isUnseen).map(placeOf),
    quoted: sorted.filter(({ isQuoted }) => isQuoted).map(placeOf),
    inCode: new Map(hits.map(({ path, hits: at }) => [path, at.filter(isNameIn(occurrences.get(path)))])),
  };

  function placeOf({ file, line, text, start }: Leftover): UnseenName {
    return { file, line: line - 1, text, at: { start, name, key: undefined } };
  }
}

function isNameIn(file: Occurrences | undefined): (at: number) => boolean {
  const starts = new Set(file?.occurrences.map(({ start }) => start));
  return (at) => starts.has(at);
}

interface FileHits {
  readonly path: string;
  readonly text: string;
  /** Offsets of the word. */
  readonly hits: readonly number[];
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

async function filesWithWord(
  { project, signal }: EditContext,
  name: string,
  edited: LeftoverQuestion["edited"],
): Promise<readonly string[]> {
  if (name.length < shortest) return [...edited.keys()];
  const paths: string[] = [];
  for await (const { path, undecodable } of openFilesOf(project, { signal, containing: [name] }))
    if (undecodable !== true) paths.push(path);
  return paths.sort();
}

async function hitsIn({ project }: EditContext, path: string, { name, edited }: LeftoverQuestion): Promise<FileHits> {
  const text = (await readOr(project, path)) ?? "";
  const renamed = edited.get(path) ?? [];
  const hits = Array.from(text.matchAll(wordPattern(name)), ({ index }) => index).filter(
    (at) => !renamed.some(({ start, end }) => start <= at && at < Math.max(end, start + 1)),
  );
  return { path, text, hits };
}

async function leftoversIn(
  { symbols, signal }: EditContext,
  { path, text, hits }: FileHits,
  {
    name,
    code,
    language: target,
  }: Pick<LeftoverQuestion, "name"> & {
    readonly code: Occurrences | undefined;
    readonly language: string | undefined;
  },
): Promise<readonly Leftover[]> {
  const starts = lineStarts(text);
  const inCode = isNameIn(code);
  const docs = code?.symbols.flatMap(({ docSpan }) => docSpan ?? []) ?? [];
  const language = languageOf(path);
  const rules = language && editingOfFile(path);
  const isCode = language !== undefined && rules?.notCode === undefined && mayUse(language, target);
  const isOpen = isCode && hits.some((at) => !inCode(at));
  const parts = isOpen ? await symbols.partsOf(path, text, { signal }) : undefined;
  return hits.flatMap((at) => {
    if (isInside(parts?.ownWords ?? [], at)) return [];
    const line = lineIndexAt(starts, at);
    const lineStart = starts[line] ?? 0;
    const whole = withoutEol(text.slice(lineStart, starts[line + 1]));
    const mention = { path, language: rules, line: whole, column: at - lineStart };
    const isDoc = isInside([...docs, ...(parts?.comments ?? [])], at);
    const isText = isDoc || isInside(parts?.quoted ?? [], at) || rules?.messages?.test(whole) === true;
    const guess = inCode(at) ? "code" : classifyLeftover({ ...mention, isDoc });
    if (guess === undefined) return [];
    const isUnseen = isCode && !inCode(at) && !isText && guess !== "comment";
    const sort = isUnseen ? "code" : guess;
    const isQuoted = isCode && isText && !isDoc && isWholeString(text, at, name);
    return [
      { file: path, line: line + 1, sort, text: shownLine(whole, at - lineStart), start: at, isUnseen, isQuoted },
    ];
  });
}

/** Code in the same language, in one whose modules are named alike, or in a page with scripts may use the symbol. */
export function mayUse(language: Language, target: string | undefined): boolean {
  if (target === undefined || !hasReferenceRules(language)) return false;
  if (!("grammar" in language) || language.id === target) return true;
  const modules = referenceRulesOf(target)?.modules;
  return modules !== undefined && language.references?.modules === modules;
}

function isWholeString(text: string, at: number, { length }: string): boolean {
  const before = text[at - 1] ?? "";
  return /["'`]/.test(before) && text[at + length] === before;
}

function isInside(spans: readonly Span[], at: number): boolean {
  return spans.some(({ start, end }) => start <= at && at < end);
}

function shownLine(line: string, column: number): string {
  const from = line.length <= maxLine ? 0 : Math.max(0, column - maxLine / 2);
  return visibleLine(line.slice(from, from + maxLine).trim());
}

/** Undefined for files that are gone, too large or not text. */
export async function readOr({ files }: EditContext["project"], path: string): Promise<string | undefined> {
  try {
    const located = await files.locate(path, "read");
    if (located.kind !== "file" || located.masked) return undefined;
    return (await files.readText(located, { maxBytes })).text;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

type LeftoverClass = "comment" | "string" | "docs" | "config" | "code";

interface Mention {
  readonly path: string;
  /** Undefined if the file name does not tell. */
  readonly language: ResolvedEditingRules | undefined;
  /** Without its line end. */
  readonly line: string;
  readonly column: number;
  /** In the doc comment of a symbol. */
  readonly isDoc: boolean;
}

const docs =
  /(?:^|\/)(?:README|CHANGELOG|LICENSE|CONTRIBUTING|AUTHORS|TODO)[^/]*$|\.(?:md|mdx|markdown|rst|txt|adoc|org|tex|html?)$/i;

/** The kind of text around a word that is not a name in code; undefined for the name of an imported file. */
function classifyLeftover({ path, language, line, column, isDoc }: Mention): LeftoverClass | undefined {
  if (docs.test(path) || language?.notCode === "document") return "docs";
  if (language === undefined || language.notCode === "settings") return "config";
  const before = line.slice(0, column);
  // A private name is a different name.
  const { privateMark } = language.names;
  if (privateMark !== undefined && before.endsWith(privateMark)) return "code";
  if (isDoc || isComment(line, column, language.commentMarks.includes("#"))) return "comment";
  if (/\b(?:from|import|require|include|use)\s*\(?\s*["'`<][^"'`<>]*$/.test(before)) return undefined;
  return /^\s*(?:from|import|use|package|module|namespace)\s[^"'`]*$/.test(before) ? "code" : "string";
}

/** A comment that begins on the line, or a line that looks like part of a longer comment. */
function isComment(line: string, column: number, withHash: boolean): boolean {
  if (/^\s*(?:\*|\/\*|\/\/|--|;|%|<!--|""")/.test(line) || (withHash && /^\s*#/.test(line))) return true;
  let quote: string | undefined;
  for (let at = 0; at < column; at += 1) {
    const character = line[at] ?? "";
    if (character === "\\") at += 1;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (/["'`]/.test(character)) quote = character;
    else if (/^(?:\/\/|\/\*|--\s|<!--)/.test(line.slice(at, at + 4)) || (withHash && character === "#")) return true;
  }
  return false;
}
