import { languageOf } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import { findSections } from "../../documents/markdown/sections.ts";
import { dataFormatOf, parseData } from "../../documents/data/data-format.ts";
import { findNode } from "../../documents/data/find-node.ts";
import type { SampleFile } from "./read-sample.ts";

/** A part of a file that has a name. */
export interface NamedPart {
  readonly path: string;
  /** As the tool is asked for it. */
  readonly name: string;
  /** As a person calls it. */
  readonly title: string;
}

const shortestName = 5;
const mostParseMs = 5_000;

/** The declaration that most files speak of; one of a name that is declared once, or the question would have no one answer. */
export async function chooseSymbol(code: readonly SampleFile[]): Promise<NamedPart | undefined> {
  const places = new Map<string, string | undefined>();
  for (const { path, text } of code.filter((file) => !isTest(file.path))) {
    for (const { name, ...symbol } of await declarationsOf(path, text)) {
      places.set(name, places.has(name) || !isWorthReading(symbol) ? undefined : path);
    }
  }
  const once = [...places].flatMap(([name, path]) => (path === undefined ? [] : [name]));
  // A plain word such as "config" stands for much else, too.
  const distinct = once.filter((name) => /[a-z\d][A-Z]|\w_\w/.test(name));
  const mentions = countMentions(code, new Set(distinct.length === 0 ? once : distinct));
  const [best] = [...mentions].toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1));
  const path = best === undefined ? undefined : places.get(best[0]);
  return best === undefined || path === undefined ? undefined : { path, name: best[0], title: best[0] };
}

/** In how many files each name stands. */
function countMentions(files: readonly SampleFile[], names: ReadonlySet<string>): Map<string, number> {
  const mentions = new Map<string, number>();
  for (const { text } of files) {
    for (const word of new Set(text.match(/[A-Za-z_]\w*/g))) {
      if (names.has(word)) mentions.set(word, (mentions.get(word) ?? 0) + 1);
    }
  }
  return mentions;
}

/** Those at the top of a file. */
async function declarationsOf(file: string, text: string): Promise<readonly CodeSymbol[]> {
  const language = languageOf(file);
  if (language === undefined) return [];
  const { symbols } = (await extractSymbols(language, { file, text }, { limitMs: mostParseMs })) ?? { symbols: [] };
  return symbols.filter(
    ({ name, parent }) => parent === undefined && name.length >= shortestName && /^[A-Za-z_]\w*$/.test(name),
  );
}

function isWorthReading({ startLine, endLine }: Pick<CodeSymbol, "startLine" | "endLine">): boolean {
  return endLine - startLine >= 3;
}

const fewestLines = 80;
const longestLines = 200;

/** The largest file that a person wrote. */
export function chooseLargest(code: readonly SampleFile[]): SampleFile | undefined {
  const written = code.filter(({ path, text }) => {
    const lines = text.split("\n").length;
    return (
      !isTest(path) &&
      !/\.(?:min|gen|generated|pb|d)\./.test(path) &&
      lines >= fewestLines &&
      text.length / lines < longestLines
    );
  });
  return largest(written);
}

/** A section from the middle of the longest document that has several. */
export function chooseSection(documents: readonly SampleFile[]): NamedPart | undefined {
  const candidates = documents.filter(({ text }) => findSections(text).filter(({ level }) => level > 1).length >= 3);
  const document = largest(candidates);
  if (document === undefined) return undefined;
  const sections = findSections(document.text).filter(({ level }) => level > 1);
  const section = sections[Math.floor(sections.length / 2)];
  return section === undefined ? undefined : { path: document.path, name: section.path, title: section.title };
}

/** What each manifest is most likely asked for, the best first. */
export const manifestKeys: Readonly<Record<string, readonly string[]>> = {
  "package.json": ["scripts.test", "scripts.build", "scripts", "version", "name"],
  "Cargo.toml": ["package.version", "workspace.members", "package.name"],
  "pyproject.toml": ["project.version", "project.dependencies", "project.name", "tool.poetry.version"],
  "composer.json": ["require", "name"],
  "deno.json": ["tasks", "version"],
};

/** A value of a manifest at the top of the project. */
export function chooseValue(manifests: readonly SampleFile[]): NamedPart | undefined {
  for (const { path, text } of manifests) {
    const name = manifestKeys[path]?.find((key) => hasKey(path, text, key));
    if (name !== undefined) return { path, name, title: name };
  }
  return undefined;
}

function hasKey(path: string, text: string, key: string): boolean {
  const format = dataFormatOf(path);
  try {
    return format !== undefined && findNode(parseData(text, format), key).path === key;
  } catch {
    return false;
  }
}

function largest(files: readonly SampleFile[]): SampleFile | undefined {
  return files.toSorted((left, right) => right.text.length - left.text.length || (left.path < right.path ? -1 : 1))[0];
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec|fixtures|vendor|third_party|examples?)\/|[._-](?:test|spec)\.|(?:^|\/)test_/.test(
    path,
  );
}
