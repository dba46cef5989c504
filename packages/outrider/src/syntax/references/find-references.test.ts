import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readMarkedProject } from "../../../test/references/marked-project.ts";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import { openSymbolTables } from "../project/open-symbol-tables.ts";
import { findReferences } from "./find-references.ts";
import { targetOf } from "./target.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const { signal } = new AbortController();
const directory = join(import.meta.dirname, "../../../test/references/projects");

// One set of threads for all, so that each grammar is loaded once.
const tables = openSymbolTables(lentThreads);
afterAll(() => tables.close());

describe.each(readdirSync(directory).map((name) => name.replace(".txt", "")))("%s", (name) => {
  const cases = readFileSync(join(directory, `${name}.txt`), "utf8")
    .replaceAll("␍", "\r")
    .split(/^--- /m)
    .slice(1);
  test.each(cases.map((text) => [text.split("\n", 1)[0] ?? "", text] as const))("%s", async (title, text) => {
    const [path = "", symbol = ""] = title.slice(title.lastIndexOf(": ") + 2).split(" ");
    const { files, expected } = readMarkedProject(text);
    expect(await referencesOf(files, path, symbol)).toEqual(expected.toSorted());
  });
});

async function referencesOf(
  files: Readonly<Record<string, string>>,
  path: string,
  symbol: string,
): Promise<readonly string[]> {
  const { project } = await openTestProject(files);
  const symbols = tables.symbolsOf(project);
  const view = await symbols.view({ signal });
  const file = view.file(path);
  const wanted = file?.symbols.find((each) => each.path === symbol && each.kind !== "impl");
  if (file === undefined || wanted === undefined)
    throw new Error(`${path} has no ${symbol}: ${file?.symbols.map((each) => each.path).join(" ")}`);
  const found = await findReferences(symbols, targetOf({ ...file, file: path }, wanted), { signal });
  const places = found.files.flatMap(({ file: at, references }) =>
    references.map(({ line, column, certainty }) => `${at}:${line + 1}:${column + 1} ${certainty}`),
  );
  return places.toSorted();
}
