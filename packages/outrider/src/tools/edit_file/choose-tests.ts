import { countOf } from "../../workspace/text/visible-text.ts";
import { findTestPlaces } from "../test-files.ts";
import type { PlannedFile, ReplaceContext } from "./planned-file.ts";
import type { Input } from "./schema.ts";

/** Keeps only the matches in tests, or those elsewhere. */
export async function chooseTests(
  tests: Input["tests"],
  files: readonly PlannedFile[],
  { symbols, call: { signal } }: ReplaceContext,
): Promise<{ readonly files: readonly PlannedFile[]; readonly notes: readonly string[] }> {
  if (tests === undefined) return { files, notes: [] };
  const table = symbols();
  const paths = new Set(files.map(({ located }) => located.shown));
  const view = await table.view({ signal, names: false, scope: (path) => paths.has(path) });
  const places = files.flatMap((planned) => {
    const lineOf = lineCounter(planned.file.text);
    return planned.replacements.map((each) => ({
      file: planned.located.shown,
      line: lineOf(each.start),
      planned,
      each,
    }));
  });
  const inTests = await findTestPlaces(places, { symbols: table, view, signal });
  const chosen = new Set(places.filter((each) => inTests.has(each) === (tests === "only")).map(({ each }) => each));
  const left = view.completeness.state === "complete" ? 0 : view.completeness.total - view.completeness.done;
  return {
    files: files
      .map((file) => ({ ...file, replacements: file.replacements.filter((each) => chosen.has(each)) }))
      .filter(({ replacements }) => replacements.length > 0),
    notes:
      left === 0
        ? []
        : [`${countOf(left, "file")} not parsed yet: tests were told there by the names of the files only.`],
  };
}

/** The line of ascending offsets, from 1. */
function lineCounter(text: string): (offset: number) => number {
  let [counted, line] = [0, 1];
  return (offset) => {
    for (const _end of text.slice(counted, offset).matchAll(/\r\n?|\n/g)) line += 1;
    counted = offset;
    return line;
  };
}
