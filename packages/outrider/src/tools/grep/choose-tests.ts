import type { Call } from "toolwright";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { findTestFiles } from "../test-files.ts";
import type { FileMatches } from "./count-matches.ts";
import { findHits } from "./find-hits.ts";
import type { Hit } from "./hit.ts";
import type { Input } from "./schema.ts";
import type { SearchTarget } from "./target.ts";

export interface ChosenFiles {
  readonly files: readonly FileMatches[];
  readonly notes: readonly string[];
}

/** More matches of one file than anyone pages through. */
const maxHits = 1_000_000;

/** Keeps only the matches in tests, or those elsewhere: whole files, and in files with tests among other code each match by its line. */
export async function chooseTests(
  input: Input,
  target: SearchTarget,
  files: readonly FileMatches[],
  symbols: ProjectSymbols,
  call: Pick<Call, "spawn" | "signal">,
): Promise<ChosenFiles> {
  const { signal } = call;
  const pathOf = new Map(files.map(({ name }) => [name, target.shown(name)]));
  const paths = new Set(pathOf.values());
  const tests = await findTestFiles([...paths], symbols, signal);
  const view = await symbols.view({ signal, names: false, scope: (path) => paths.has(path) });
  const wantsTests = input.tests === "only";
  const mixed: FileMatches[] = [];
  const chosen = files.filter((file) => {
    const path = pathOf.get(file.name) ?? "";
    const isMixed = !tests.has(path) && hasTests(view, path);
    if (isMixed) mixed.push(file);
    return isMixed || tests.has(path) === wantsTests;
  });
  const page = mixed.map(({ name }) => ({ name, count: maxHits, skip: 0, take: maxHits }));
  const found: ReadonlyMap<string, readonly Hit[]> =
    page.length === 0 ? new Map() : await findHits(input, target, page, call);
  return {
    files: chosen.flatMap((file) => {
      const all = found.get(file.name);
      if (all === undefined) return [file];
      const inTest = testLines(view, pathOf.get(file.name) ?? "");
      const hits = all.filter(({ line }) => inTest(line) === wantsTests);
      return hits.length === 0 ? [] : [{ ...file, count: input.output === "files" ? 1 : hits.length, hits }];
    }),
    notes: notRead(view),
  };
}

function hasTests(view: SymbolView, path: string): boolean {
  return view.file(path)?.symbols.some(({ test }) => test) === true;
}

/** Whether a line, from 1, is in a test. */
function testLines(view: SymbolView, path: string): (line: number) => boolean {
  const tests = (view.file(path)?.symbols ?? []).filter(({ test }) => test);
  return (line) => tests.some(({ startLine, endLine }) => startLine < line && line <= endLine);
}

function notRead({ completeness }: SymbolView): string[] {
  if (completeness.state === "complete") return [];
  const left = countOf(completeness.total - completeness.done, "file");
  return [`${left} not parsed yet: tests were told there by the names of the files only.`];
}
