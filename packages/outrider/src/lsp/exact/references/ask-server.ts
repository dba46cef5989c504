import { join } from "node:path";
import type { References } from "../../../syntax/references/find-references.ts";
import { countOf } from "../../../workspace/text/count-of.ts";
import type { LanguageServer, Place, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { serverName } from "../places/describe-server.ts";
import { openCandidates } from "../places/open-candidates.ts";
import { placesOf, realPathOf } from "../places/places.ts";
import { positionAt, readSource } from "../places/symbol-at.ts";
import { asType, type ServerAnswer, type ServerQuestion } from "./question.ts";

/** The server's references; a sentence where it cannot be trusted with them. */
export async function askServer(question: ServerQuestion, first: LanguageServer): Promise<ServerAnswer | string> {
  const { project, symbols, servers, signal } = question;
  const target = asType(question.target);
  const source = await readSource({ project, symbols }, target.file, signal);
  const { nameSpan } = target.symbol;
  if (source === undefined || !source.text.slice(nameSpan.start, nameSpan.end).includes(target.symbol.name))
    return `${target.file} changed meanwhile`;
  const path = await realPathOf(join(project.root, target.file));
  const asked = { question, path, position: positionAt(source, nameSpan.start) };
  const answer = await askTwice(asked, first);
  if (answer.isTrue) return answer;
  if (restartedInVain.has(first)) return doubted(answer);
  // Its answers are wrong, as after a crash behind its back: another one is started, and asked once.
  await servers.discard(first, "its references of a symbol lack the symbol itself");
  const access = await servers.forFile(target.file, { signal });
  if (access.state !== "ready") return distrusted(first);
  const second = await askTwice(asked, access.server);
  if (second.isTrue) return second;
  restartedInVain.add(access.server);
  return doubted(second);
}

/** A new server said the same: it does not see such symbols, as in code that is never reached, and another one would not either. */
const restartedInVain = new WeakSet<LanguageServer>();

function doubted(answer: ServerAnswer): ServerAnswer | string {
  if (answer.places.length === 0) return distrusted(answer.server);
  return { ...answer, doubts: [...answer.doubts, "its answer lacks the symbol itself"] };
}

function distrusted(server: LanguageServer): string {
  return `the answer of ${serverName(server)} lacks the symbol itself`;
}

interface Asked {
  readonly question: ServerQuestion;
  readonly path: string;
  readonly position: Position;
}

type CheckedAnswer = ServerAnswer & { readonly isTrue: boolean };

/** Once more when the answer lacks the place that was asked about: every wrong answer that was ever seen does. */
async function askTwice(asked: Asked, server: LanguageServer): Promise<CheckedAnswer> {
  const { doubts, left, missing } = await openFiles(asked, server);
  const one = await ask(asked, server, doubts);
  const answer = { ...(one.isTrue ? one : await ask(asked, server, doubts)), unopened: left };
  const unseen = missing();
  return unseen === 0
    ? answer
    : { ...answer, doubts: [...doubts, `${countOf(unseen, "file")} with the name were not open`] };
}

async function ask(
  { question: { signal, patience }, path, position }: Asked,
  server: LanguageServer,
  doubts: readonly string[],
): Promise<CheckedAnswer> {
  const params = { textDocument: { uri: uriOf(path) }, position, context: { includeDeclaration: true } };
  const result = await server.request("textDocument/references", params, { signal, timeoutMs: patience.requestMs });
  const { places, dropped, elsewhere } = await placesOf(result);
  return {
    server,
    path,
    position,
    places,
    dropped,
    elsewhere,
    unopened: 0,
    doubts,
    isTrue: places.some((place) => place.path === path && holds(place, position)),
  };
}

function holds({ range: { start, end } }: Place, { line, character }: Position): boolean {
  const begins = start.line < line || (start.line === line && start.character <= character);
  return begins && (end.line > line || (end.line === line && end.character >= character));
}

async function openFiles(
  { question: { project, target, syntactic, patience, signal, onProgress } }: Asked,
  server: LanguageServer,
): Promise<{ readonly doubts: readonly string[]; readonly left: number; readonly missing: () => number }> {
  const { left, missing } = await openCandidates(server, {
    root: project.root,
    naming: namingIn(syntactic),
    file: target.file,
    signal,
  });
  const phase = await server.untilReady({
    signal,
    waitMs: patience.readyMs,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const detail = phase.detail === "" ? "" : ` (${phase.detail})`;
  const doubts = phase.state === "ready" ? [] : [`it is still loading${detail}`];
  return { doubts, left, missing };
}

function namingIn({ looked, unread }: References): readonly string[] {
  const files = looked.filter(({ occurrences }) => occurrences.length > 0).map(({ file }) => file);
  return [...files, ...unread].toSorted();
}
