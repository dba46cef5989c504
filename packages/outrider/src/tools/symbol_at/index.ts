import { defineTool, escapeHidden, type Call, reads } from "toolwright";
import { libraryPathOf } from "../../libraries/file-library.ts";
import { createQuotableReader } from "../../libraries/may-be-quoted.ts";
import type { Definition } from "../../lsp/resolve/definitions/question.ts";
import { resolveDefinitions } from "../../lsp/resolve/definitions/resolve-definitions.ts";
import type { Services } from "../../services.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf, visibleLine, visibleText } from "../../workspace/text/visible-text.ts";
import { describeIncomplete, partialOf } from "../describe-incomplete.ts";
import { pathOf } from "../find-target.ts";
import { tellProvenance, waitingFor } from "../server-question.ts";
import description from "./description.md" with { type: "text" };
import { findPosition } from "./find-position.ts";
import guide from "./guide.md" with { type: "text" };
import { input, output, type DefinitionRow, type Output, type Input } from "./schema.ts";

type UsedServices = Pick<Services, "workspace" | "symbolsOf" | "serversOf" | "libraries">;

const maxListed = 10;
const maxHover = 1_500;

export default defineTool({
  name: "symbol_at",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 60_000,
  examples: [
    { title: "A name in a line", input: { path: "b.ts", line: 2, symbol: "Box" } },
    { title: "No such file", input: { path: "no/such.ts", line: 1 }, fails: "not_found" },
    { title: "A line with several names", input: { path: "b.ts", line: 2 }, fails: "several_names" },
    { title: "A name that is not there", input: { path: "b.ts", line: 2, symbol: "Bag" }, fails: "not_in_line" },
    { title: "No such line", input: { path: "b.ts", line: 99 }, fails: "no_line" },
  ],
  handle,
  format,
});

/** What a name at a place means. */
async function handle(input: Input, services: UsedServices, call: Call): Promise<Output> {
  const { workspace, symbolsOf, serversOf, libraries } = services;
  const project = await workspace.project(input.project);
  const symbols = symbolsOf(project);
  const { file, position, name } = await findPosition({ input, project, symbols, call });
  const found = await resolveDefinitions({
    project,
    symbols,
    servers: serversOf(project),
    file,
    position,
    name,
    wants: new Set(input.want === undefined ? ["definition", "hover"] : [input.want]),
    readQuotable: createQuotableReader({ project, libraries }),
    ...waitingFor(input, call),
  });
  // What scopes and imports prove needs no other files.
  const isProven = found.provenance.state !== "syntactic" || found.definitions.some(({ likely }) => likely !== true);
  const view = isProven ? undefined : await symbols.view({ signal: call.signal, build: false, names: false });
  const rows = async (all: readonly Definition[]): Promise<DefinitionRow[]> =>
    await Promise.all(all.slice(0, maxListed).map((each) => rowOf(libraries, project, each)));
  const more = (all: readonly Definition[]): number => Math.max(0, all.length - maxListed);
  return {
    symbol: visibleLine(name),
    at: `${file}:${position.line + 1}:${position.character + 1}`,
    ...(input.want === undefined ? {} : { want: input.want }),
    ...tellProvenance(found.provenance),
    definitions: await rows(found.definitions),
    types: await rows(found.types),
    ...(found.hover === undefined ? {} : { hover: shorten(visibleText(found.hover.replaceAll(/\r\n?/g, "\n"))) }),
    ...partialOf(view?.completeness),
    more: more(found.definitions) + more(found.types),
  };
}

async function rowOf(
  libraries: Services["libraries"],
  project: Project,
  { path, file, position, symbol, likely }: Definition,
): Promise<DefinitionRow> {
  const library =
    file === undefined ? await libraryPathOf(libraries, project, path, { byDefinition: true }) : undefined;
  return {
    file: file ?? library ?? path,
    line: position.line + 1,
    ...(symbol === undefined
      ? {}
      : {
          end_line: symbol.endLine,
          kind: symbol.kind,
          symbol: visibleLine(pathOf(symbol)),
          signature: visibleLine(symbol.signature),
          ...(symbol.doc === undefined ? {} : { doc: visibleLine(symbol.doc) }),
        }),
    ...(likely === undefined ? {} : { likely }),
    ...(file === undefined && library === undefined ? { outside: true as const } : {}),
  };
}

/** Cuts at the end of a line if possible. */
function shorten(text: string): string {
  if (text.length <= maxHover) return text;
  const cut = text.slice(0, maxHover);
  const end = cut.lastIndexOf("\n");
  const kept = end > maxHover / 2 ? cut.slice(0, end) : cut;
  const isInCode = kept.split("\n").filter((line) => line.startsWith("```")).length % 2 === 1;
  return `${kept}\n${isInCode ? "```\n" : ""}… (${text.length - kept.length} more characters)`;
}

/** How it is known, where it is declared, and what the server says about it. */
function format(output: Output): string {
  const { definitions, types, hover, more } = output;
  return [
    ...describeIncomplete(output.partial),
    head(output),
    ...definitions.map((row) => showRow(row, hover === undefined)),
    ...types.map((row) => `type ${showRow(row, true)}`),
    ...(more === 0 ? [] : [`[${countOf(more, "more place")} not shown]`]),
    ...(hover === undefined ? [] : [hover]),
  ].join("\n");
}

function head(output: Output): string {
  const { symbol, at, want = "definition", completeness, server = "", why = "" } = output;
  const what = `${symbol} (${escapeHidden(at)})`;
  const nothing = isEmpty(output) ? `: no ${want} found` : "";
  if (completeness === "complete") return `${what}, complete by ${server}${nothing}.`;
  if (completeness === "partial") return `${what}, partial by ${server}: ${why}${nothing}.`;
  const types = want === "type" ? " Types are known to language servers only." : "";
  return `${what}, syntactic${nothing}. No language server: ${why}.${types}`;
}

function isEmpty({ want, definitions, types, hover }: Output): boolean {
  if (want === "type") return types.length === 0;
  if (want === "hover") return hover === undefined;
  return definitions.length === 0;
}

function showRow(row: DefinitionRow, withSignature: boolean): string {
  const { file, line, end_line, kind, symbol, signature, doc, likely, outside } = row;
  const lines = end_line === undefined || end_line <= line ? `${line}` : `${line}-${end_line}`;
  const name = symbol === undefined ? "" : ` ${kind} ${symbol}`;
  const said = withSignature && signature !== undefined ? `: ${signature}${doc === undefined ? "" : ` — ${doc}`}` : "";
  return `${likely === true ? "~" : ""}${escapeHidden(file)}:${lines}${name}${said}${outside === true ? " (outside, cannot be read)" : ""}`;
}
