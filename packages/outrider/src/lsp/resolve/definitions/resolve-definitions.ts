import { join } from "node:path";
import { isRecord } from "../../../workspace/config/is-record.ts";
import { limitSignal } from "../../../workspace/time/limit-signal.ts";
import type { LanguageServer } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { insideProject, locationsOf, realPathOf } from "../locations.ts";
import { serverName, tookLonger, whyFailed, whySyntactic } from "../provenance.ts";
import { namedAt, rememberSources } from "../symbol-at.ts";
import { type Timeouts, timeoutsOf } from "../timeouts.ts";
import { findBySyntax } from "./by-syntax.ts";
import { showHover } from "./show-hover.ts";
import type { Definition, DefinitionsQuestion, ResolvedDefinitions } from "./question.ts";

/** What a name at a position means: from a language server that is ready, else from scopes and imports, saying why. */
export async function resolveDefinitions(question: DefinitionsQuestion): Promise<ResolvedDefinitions> {
  const { signal } = question;
  const timeouts = timeoutsOf(question.readyMs);
  const limit = limitSignal([signal], timeouts.allMs);
  const answer = await fromServer({ ...question, signal: limit.signal }, timeouts)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      return whyFailed(error, limit.isLate() ? tookLonger(timeouts.allMs) : undefined);
    })
    .finally(() => limit.release());
  if (typeof answer === "string") {
    const provenance = { state: "syntactic", why: answer } as const;
    return { provenance, definitions: await findBySyntax(question), types: [], hover: undefined };
  }
  return answer.definitions.length > 0 || !question.wants.has("definition")
    ? answer
    : await withSyntax(question, answer);
}

/** A server that does not know a name that syntax can resolve has not seen all files. */
async function withSyntax(question: DefinitionsQuestion, answer: ResolvedDefinitions): Promise<ResolvedDefinitions> {
  const { provenance } = answer;
  const definitions = (await findBySyntax(question)).filter(({ likely }) => likely === undefined);
  if (definitions.length === 0 || provenance.state === "syntactic") return answer;
  const why = "it names no definition; this one is by scope or import";
  return { ...answer, definitions, provenance: { state: "partial", server: provenance.server, why } };
}

async function fromServer(
  question: DefinitionsQuestion,
  { readyMs, requestMs }: Timeouts,
): Promise<ResolvedDefinitions | string> {
  const { project, servers, file, position, wants, signal, onProgress } = question;
  const access = await servers.forFile(file, {
    signal,
    waitMs: readyMs,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  if (access.state !== "ready") return whySyntactic(access);
  const { server } = access;
  const path = await realPathOf(join(project.root, file));
  const unread = await server.open([path], { signal });
  if (unread.length > 0) return `${serverName(server)} could not be given ${file}`;
  const params = { textDocument: { uri: uriOf(path) }, position };
  // The location of the declaration also decides whether its text may be shown.
  const isWanted = (want: keyof typeof methods): boolean =>
    wants.has(want) || (want === "definition" && wants.has("hover"));
  const asked = (["definition", "type", "hover"] as const).filter(
    (want) => isWanted(want) && server.supports(methods[want]),
  );
  if (asked.length === 0) return `${serverName(server)} answers no such question`;
  const ask = async (want: keyof typeof methods): Promise<unknown> =>
    server.supports(methods[want])
      ? await server.request(methods[want], params, { signal, timeoutMs: requestMs })
      : undefined;
  const request = async (want: keyof typeof methods): Promise<unknown> =>
    asked.includes(want) ? await ask(want) : undefined;
  const [definitions, types, hover] = await Promise.all([request("definition"), request("type"), request("hover")]);
  const [defined, typed] = [await describeDefinition(question, definitions), await describeDefinition(question, types)];
  const isDeadEnd = await endsAtImport(question, defined.definitions, server, requestMs);
  const said = await showHover(question, readHover(hover), {
    server,
    definitions: defined.definitions,
    types: async () => (wants.has("type") ? typed : await describeDefinition(question, await ask("type"))).definitions,
  });
  return {
    provenance: provenanceOf(server, [
      ...(defined.dropped + typed.dropped === 0
        ? []
        : [`${defined.dropped + typed.dropped} of its answers are no places`]),
      ...said.doubts,
      ...(isDeadEnd ? ["the import leads nowhere"] : []),
    ]),
    definitions: wants.has("definition") ? defined.definitions : [],
    types: typed.definitions,
    hover: said.hover,
  };
}

const methods = {
  definition: "textDocument/definition",
  type: "textDocument/typeDefinition",
  hover: "textDocument/hover",
} as const;

/** If an import cannot be resolved, servers return the import itself as the definition of the imported name. */
async function endsAtImport(
  { project, symbols, file, name, signal }: DefinitionsQuestion,
  definitions: readonly Definition[],
  server: LanguageServer,
  timeoutMs: number,
): Promise<boolean> {
  const [only, second] = definitions;
  if (only === undefined || second !== undefined || only.file !== file || only.symbol !== undefined) return false;
  const [read] = await symbols.occurrences([file], [name], { signal });
  const isImport = read?.occurrences.some(
    ({ line, column, role }) => role === "import" && line === only.position.line && column === only.position.character,
  );
  if (isImport !== true) return false;
  const params = { textDocument: { uri: uriOf(only.path) }, position: only.position };
  const { definitions: next } = await describeDefinition(
    { project, symbols, signal },
    await server.request(methods.definition, params, { signal, timeoutMs }),
  );
  return next.every(({ path, position }) => path === only.path && position.line === only.position.line);
}

function provenanceOf(server: LanguageServer, found: readonly string[]): ResolvedDefinitions["provenance"] {
  const phase = server.phase();
  const doubts = [
    ...(phase.state === "ready" ? [] : [`it is still loading${phase.detail === "" ? "" : ` (${phase.detail})`}`]),
    ...found,
  ];
  const name = serverName(server);
  return doubts.length === 0
    ? { state: "complete", server: name }
    : { state: "partial", server: name, why: doubts.join("; ") };
}

async function describeDefinition(
  { project, symbols, signal }: Pick<DefinitionsQuestion, "project" | "symbols" | "signal">,
  result: unknown,
): Promise<{ readonly definitions: readonly Definition[]; readonly dropped: number }> {
  const { locations, dropped } = await locationsOf(result);
  const read = rememberSources({ project, symbols }, signal);
  const definitions: Definition[] = [];
  for (const { path, range } of locations) {
    const file = insideProject(project, { path });
    const source = file === undefined ? undefined : await read(file);
    const position = range.start;
    const symbol = source === undefined ? undefined : namedAt(source, position);
    if (!definitions.some((each) => each.path === path && each.position.line === position.line))
      definitions.push({ path, file, position, symbol });
  }
  return { definitions, dropped };
}

/** The text of a hover, in any of the shapes that servers send; undefined if it is empty. */
function readHover(result: unknown): string | undefined {
  if (!isRecord(result)) return undefined;
  const { contents } = result;
  const parts = (Array.isArray(contents) ? contents : [contents]).map(readPart).filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

function readPart(part: unknown): string {
  if (typeof part === "string") return part.trim();
  if (!isRecord(part) || typeof part["value"] !== "string") return "";
  const value = part["value"].trim();
  const language = part["language"];
  return typeof language === "string" && value !== "" ? `\`\`\`${language}\n${value}\n\`\`\`` : value;
}
