import type { Call } from "toolwright";
import { findExactDefinitions } from "../../lsp/exact/definitions/exact-definitions.ts";
import type { Definition } from "../../lsp/exact/definitions/question.ts";
import type { Services } from "../../services.ts";
import type { Project } from "../../workspace/project.ts";
import { visibleLine, visibleText } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import { tellKnowledge, waitingFor } from "../server-question.ts";
import { findPlace } from "./find-place.ts";
import type { DefinitionRow, Input, Output } from "./schema.ts";
import { libraryPath } from "./show-outside.ts";

type UsedServices = Pick<Services, "workspace" | "symbolsOf" | "serversOf" | "libraries">;

const mostListed = 10;
const mostHover = 1_500;

/** What a name at a place means. */
export async function handle(input: Input, services: UsedServices, call: Call): Promise<Output> {
  const { workspace, symbolsOf, serversOf, libraries } = services;
  const project = await workspace.project(input.project);
  const symbols = symbolsOf(project);
  const { file, position, name } = await findPlace({ input, project, symbols, call });
  const found = await findExactDefinitions({
    project,
    symbols,
    servers: serversOf(project),
    file,
    position,
    name,
    wants: new Set(input.want === undefined ? ["definition", "hover"] : [input.want]),
    ...waitingFor(input, call),
  });
  const rows = async (all: readonly Definition[]): Promise<DefinitionRow[]> =>
    await Promise.all(all.slice(0, mostListed).map((each) => rowOf(libraries, project, each)));
  const more = (all: readonly Definition[]): number => Math.max(0, all.length - mostListed);
  return {
    symbol: visibleLine(name),
    at: `${file}:${position.line + 1}:${position.character + 1}`,
    ...(input.want === undefined ? {} : { want: input.want }),
    ...tellKnowledge(found.knowledge),
    definitions: await rows(found.definitions),
    types: await rows(found.types),
    ...(found.hover === undefined ? {} : { hover: shorten(visibleText(found.hover.replaceAll(/\r\n?/g, "\n"))) }),
    more: more(found.definitions) + more(found.types),
  };
}

async function rowOf(
  libraries: Services["libraries"],
  project: Project,
  { path, file, position, symbol, likely }: Definition,
): Promise<DefinitionRow> {
  const library = file === undefined ? await libraryPath(libraries, project, path) : undefined;
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

/** At the end of a line, where there is one. */
function shorten(text: string): string {
  if (text.length <= mostHover) return text;
  const cut = text.slice(0, mostHover);
  const end = cut.lastIndexOf("\n");
  const kept = end > mostHover / 2 ? cut.slice(0, end) : cut;
  const isInCode = kept.split("\n").filter((line) => line.startsWith("```")).length % 2 === 1;
  return `${kept}\n${isInCode ? "```\n" : ""}… (${text.length - kept.length} more characters)`;
}
