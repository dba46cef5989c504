import { locateOccurrences } from "../../../syntax/references/locate-occurrences.ts";
import type { FileReferences, Reference, References } from "../../../syntax/references/find-references.ts";
import type { Target } from "../../../syntax/references/target.ts";
import type { Range } from "../../server/language-server.ts";
import { insideProject, startKey } from "../locations.ts";
import { offsetOf, type ReadSource, rememberSources } from "../symbol-at.ts";
import type { WordHit } from "./check-definitions.ts";
import type { ServerAnswer, ServerQuestion } from "./question.ts";

export interface DescribedAnswer {
  /** Sorted by path, references by position. */
  readonly files: readonly FileReferences[];
  readonly external: number;
  readonly ignored: ReadonlyMap<string, number>;
  /** Locations that do not exist in the text. */
  readonly dropped: number;
  /** Locations in files that must not be read. */
  readonly withheld: number;
  /** Locations with a name that is neither the symbol's nor one that an import gave it, as `path:line name`. */
  readonly strange: readonly string[];
}

/** Adds line, role and enclosing symbol to each location of an answer: from syntax if it knows the location, else from text. */
export async function describeAnswer(
  { project, symbols, signal, target, syntactic }: ServerQuestion,
  { locations }: ServerAnswer,
  hits: readonly WordHit[],
): Promise<DescribedAnswer> {
  const read = rememberSources({ project, symbols }, signal);
  const files = new Map<string, { readonly file: Omit<FileReferences, "references">; references: Reference[] }>();
  const seen = new Set(hits.map(({ key }) => key));
  const unnamed = locations.filter(({ path, range }) => !seen.has(startKey(path, range.start)));
  const ignored = new Map<string, number>();
  const names = namesOf(target, syntactic);
  const strange: string[] = [];
  let external = 0;
  let dropped = 0;
  let withheld = 0;

  function add(file: Omit<FileReferences, "references">, reference: Reference): void {
    const known = files.get(file.file) ?? { file, references: [] };
    files.set(file.file, known);
    if (!known.references.some(({ start }) => start === reference.start)) known.references.push(reference);
  }

  for (const { file, at } of hits) {
    const { occurrences: _occurrences, ...rest } = file;
    add(rest, { ...at, certainty: "sure" });
  }
  // Files visible under the project's rules; any other file is ignored by git.
  const looked = new Set(hits.map(({ file }) => file.file));
  const words = new Set<string>();
  for (const { path, range } of unnamed) {
    const file = insideProject(project, { path });
    if (file === undefined) {
      external += 1;
      continue;
    }
    const source = await read(file);
    const reference = source === undefined ? undefined : referenceAt(source, range);
    if (source === undefined || reference === undefined) {
      if (project.files.judge(file) === "open") dropped += 1;
      else withheld += 1;
      continue;
    }
    if (!looked.has(file) && !words.has(reference.name)) {
      words.add(reference.name);
      for (const each of await symbols.filesNaming([reference.name], { signal })) looked.add(each);
    }
    const isKnown = names.has(reference.name);
    if (!isKnown) strange.push(`${file}:${reference.line + 1} ${reference.name}`);
    if (!looked.has(file)) ignored.set(file, (ignored.get(file) ?? 0) + 1);
    else
      add(
        { file, language: source.language, imports: [], symbols: source.symbols },
        isKnown ? reference : { ...reference, certainty: "likely" },
      );
  }
  const sorted = [...files.values()].sort((a, b) => (a.file.file < b.file.file ? -1 : 1));
  return {
    files: sorted.map(({ file, references }) => ({
      ...file,
      references: references.toSorted((a, b) => a.start - b.start),
    })),
    external,
    ignored,
    dropped,
    withheld,
    strange,
  };
}

/** The names that a place of the symbol may hold: its own, those that imports and exports gave it, and words of the language. */
function namesOf({ symbol, container }: Target, { files }: References): ReadonlySet<string> {
  const given = files.flatMap(({ references }) => references.map(({ name }) => name));
  return new Set([symbol.name, ...(container === undefined ? [] : [container.name]), ...given, ...languageWords]);
}

/** Servers also name places that mean a symbol by a word of the language. */
const languageWords = [
  "default",
  "constructor",
  "super",
  "this",
  "self",
  "Self",
  "new",
  "init",
  "export",
  "module",
  "exports",
];

const maxName = 200;

/** Undefined if the text has no name at the position, so that the server must have had another text. */
function referenceAt(source: ReadSource, range: Range): Reference | undefined {
  const start = offsetOf(source, range.start);
  const end = offsetOf(source, range.end);
  if (start === undefined || end === undefined) return undefined;
  const name = /[\p{L}\p{N}_$]+/u.exec(source.text.slice(start, Math.min(end, start + maxName)))?.[0];
  if (name === undefined) return undefined;
  const location = { name, start, role: "use" as const, receiver: undefined, local: undefined, key: undefined };
  const [described] = locateOccurrences([{ ...location, exportedAs: undefined }], source.symbols, source.text);
  return described === undefined ? undefined : { ...described, certainty: "sure" };
}
