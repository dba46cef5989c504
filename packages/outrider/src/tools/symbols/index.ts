import { defineTool, type Call, reads } from "toolwright";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { Services } from "../../services.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { partialOf } from "../describe-incomplete.ts";
import { readScope, type FileScope } from "../file-scope.ts";
import { openTarget } from "../open-target-project.ts";
import { answerName } from "./answer-name.ts";
import { describeFile } from "./describe-file.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { mapProject } from "./map-project.ts";
import { pageOfHits } from "./page-of-hits.ts";
import { nameIn, type SymbolsQuestion, readView } from "./question.ts";
import { input, output, type Input, type Output, type FileRows } from "./schema.ts";
import { rowOf } from "./symbol-row.ts";

const waitMs = 8_000;

interface Listed {
  readonly file: string;
  readonly symbol: CodeSymbol;
}

export default defineTool({
  name: "symbols",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 60_000,
  examples: [
    { title: "The project", input: {} },
    { title: "A class or function by its name", input: { name: "Box/open", kind: ["method", "function"] } },
    { title: "All classes of a directory", input: { kind: ["class"] } },
    { title: "No such file", input: { path: "no/such.ts" }, fails: "not_found" },
  ],
  handle,
  format,
});

async function handle(
  input: Input,
  { workspace, libraries, symbolsOf }: Pick<Services, "workspace" | "libraries" | "symbolsOf">,
  call: Call,
): Promise<Output> {
  const kinds = input.kind === undefined || input.kind.length === 0 ? undefined : new Set(input.kind);
  const name = nameIn(input.name);
  const { project, path, prefix } = await openTarget(input.path, await workspace.project(input.project), libraries);
  const scope = await readScope(path, project, {
    tool: "symbols",
    input,
    prefix,
    signal: call.signal,
  });
  const question: SymbolsQuestion = { input, name, kinds, scope, project, prefix, symbols: symbolsOf(project), call };
  const answer = await answerIn(question);
  if (scope.kind === "file") return answer;
  const { cut } = question.symbols.status();
  const whole = cut === undefined ? answer : { ...answer, cut };
  return prefix === "" ? whole : showPrefixed(whole, prefix);
}

async function answerIn(question: SymbolsQuestion): Promise<Output> {
  const { name, kinds, scope } = question;
  if (name !== undefined) return await answerName(question, name);
  if (scope.kind === "file") return await describeFile(question, scope.file);
  if (kinds !== undefined) return await listKinds(question, kinds, scope);
  return await mapProject(question, scope);
}

/** Paths of a library's files as any tool accepts them. */
function showPrefixed(output: Output, prefix: string): Output {
  const { files, names, directories, overflow } = output;
  const named = <Row extends { readonly file: string }>(row: Row): Row => ({ ...row, file: prefix + row.file });
  return {
    ...output,
    files: files.map(named),
    ...(names === undefined ? {} : { names: names.map(named) }),
    ...(directories === undefined
      ? {}
      : { directories: directories.map((each) => ({ ...each, path: prefix + each.path })) }),
    ...(overflow?.by_file === undefined ? {} : { overflow: { ...overflow, by_file: overflow.by_file.map(named) } }),
  };
}

/** Every symbol of some kinds, file by file. */
async function listKinds(
  question: SymbolsQuestion,
  kinds: ReadonlySet<SymbolKind>,
  scope: Exclude<FileScope, { readonly kind: "file" }>,
): Promise<Output> {
  const { input, call } = question;
  const view = await readView(question, waitMs);
  const paths = view.paths.filter(scope.has);
  const listed: Listed[] = [];
  const pause = createYield(call.signal);
  for (const file of paths) {
    for (const symbol of view.file(file)?.symbols ?? []) if (kinds.has(symbol.kind)) listed.push({ file, symbol });
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  const { items, overflow } = pageOfHits(listed, question);
  const files = new Map<string, FileRows>();
  for (const { file, symbol } of items) {
    const known = files.get(file) ?? { file, symbols: [] };
    known.symbols.push(rowOf(symbol, { docs: input.docs === true }));
    files.set(file, known);
  }
  const wanted = [...kinds].join(" or ");
  return {
    ...(listed.length === 0 ? { head: `No ${wanted} in ${countOf(paths.length, "file")} of ${scope.shown}.` } : {}),
    files: [...files.values()],
    total: listed.length,
    notes: [],
    ...partialOf(view.completeness),
    ...(overflow === undefined ? {} : { overflow }),
  };
}
