import { join } from "node:path";
import { findReferences, type References } from "../../../syntax/references/find-references.ts";
import { countOf } from "../../../workspace/text/visible-text.ts";
import { limitSignal, waitUnlessAborted } from "../../../workspace/time/limit-signal.ts";
import type { ProjectServers, ServerAccess } from "../../project-servers.ts";
import type { LanguageServer, Location, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { ServerError } from "../../wire/connection.ts";
import { locationsOf, realPathOf } from "../locations.ts";
import { openCandidates } from "../open-candidates.ts";
import { adaptTimeouts, whyLate } from "../adaptive-timeouts.ts";
import { serverName, whyFailed, whySyntactic } from "../provenance.ts";
import { positionAt, readSource } from "../symbol-at.ts";
import { joinAnswers } from "./join-answers.ts";
import {
  asType,
  type JoinedReferences,
  type ResolvedReferences,
  type ReferencesQuestion,
  type ServerAnswer,
  type ServerQuestion,
} from "./question.ts";

/** All references to a symbol: from a language server that is ready, checked against syntax; else from syntax, saying why. */
export async function resolveReferences(question: ReferencesQuestion): Promise<ResolvedReferences> {
  const { symbols, servers, target, signal } = question;
  const adaptive = adaptTimeouts(servers, question.readyMs, question.answerMs);
  const { timeouts } = adaptive;
  const startedAt = performance.now();
  const loading = limitSignal([signal], timeIn(question, timeouts.allMs));
  const access = accessTo(servers, { ...question, readyMs: timeouts.readyMs, signal: loading.signal });
  try {
    const proof = await limitProof(access, question);
    const syntactic = await findReferences(symbols, target, { signal, proof, isLate: lateIn(question) });
    const searchedAt = performance.now();
    // Where the search took long, the server still gets its time, as far as the call has any.
    const leftMs = timeouts.allMs - (searchedAt - startedAt);
    const isExtended = question.leftMs !== undefined && !adaptive.isShort;
    const allMs = timeIn(question, isExtended ? Math.max(leftMs, timeouts.allMs - timeouts.readyMs) : leftMs);
    const limit = limitSignal([signal], allMs);
    const asked = { ...question, syntactic, timeouts, until: searchedAt + allMs - toJoinMs, signal: limit.signal };
    try {
      const answer = await onceMore(asked, await access).catch((error: unknown) => {
        signal.throwIfAborted();
        if (limit.isLate()) adaptive.late();
        return whyFailed(error, limit.isLate() ? whyLate(adaptive) : undefined);
      });
      signal.throwIfAborted();
      if (typeof answer !== "string") adaptive.answered();
      const isFresh =
        performance.now() - searchedAt < freshMs && syntactic.isCut !== true && syntactic.late === undefined;
      const resolved = typeof answer === "string" ? syntaxAlone(syntactic, answer) : answer;
      return { ...resolved, bySyntax: isFresh ? syntactic : undefined };
    } finally {
      limit.release();
    }
  } finally {
    loading.release();
  }
}

/** A time that ends before the call does. */
function timeIn({ leftMs }: ReferencesQuestion, ms: number): number {
  return Math.max(0, Math.min(ms, leftMs === undefined ? ms : Math.max(shortestMs, leftMs() - toTellMs)));
}

/** Files are read for half of the time that a call has; the rest is for the types, the server and the answer. */
export function lateIn({ leftMs }: Pick<ReferencesQuestion, "leftMs">): (() => boolean) | undefined {
  if (leftMs === undefined) return undefined;
  const endMs = leftMs() / 2;
  return () => leftMs() <= endMs;
}

/** What a call needs after the server's part, to make its answer from what is known. */
const toTellMs = 8_000;
/** What joining the answers needs, after the last question about a single place. */
const toJoinMs = 1_500;
const shortestMs = 3_000;

/** How far types may be followed by syntax: a server that may answer knows them better, and has to have its time. */
async function limitProof(access: Promise<ServerAccess>, { leftMs, signal }: ReferencesQuestion): Promise<ProofLimits> {
  if (leftMs === undefined) return undefined;
  const choice = limitSignal([signal], toChooseMs);
  try {
    const found = await waitUnlessAborted(access, choice.signal).catch(() => undefined);
    if (found?.state !== "none") return { ms: shortestMs, most: fewPlaces };
    return { ms: Math.max(shortestMs, leftMs() / 3), most: Infinity };
  } finally {
    choice.release();
  }
}

type ProofLimits = Parameters<typeof findReferences>[2]["proof"];

/** So few places take no time that a server would miss. */
const fewPlaces = 300;
/** Whether there is a server at all is known by then. */
const toChooseMs = 300;

/** If the server dies while answering, it is started again and asked once more. */
async function onceMore(question: ServerQuestion, access: ServerAccess): Promise<JoinedReferences | string> {
  try {
    return await fromServer(question, access);
  } catch (error) {
    if (question.signal.aborted || !(error instanceof ServerError) || error.code !== "closed") throw error;
    return await fromServer(
      question,
      await accessTo(question.servers, { ...question, readyMs: question.timeouts.readyMs }),
    );
  }
}

async function fromServer(question: ServerQuestion, access: ServerAccess): Promise<JoinedReferences | string> {
  if (access.state !== "ready") return whySyntactic(access);
  const { server } = access;
  if (!answersReferences(server)) return `${serverName(server)} does not find references`;
  const answer = await askServer(question, server);
  return typeof answer === "string" ? answer : await joinAnswers(question, answer);
}

function answersReferences(server: LanguageServer): boolean {
  return server.supports("textDocument/references") && server.spec.unreliable?.includes("references") !== true;
}

/** Never rejects, as nothing may be awaiting it yet: a failure is reported as a missing server. */
async function accessTo(
  servers: ProjectServers,
  { target, signal, readyMs: waitMs = 0, onProgress }: ReferencesQuestion,
): Promise<ServerAccess> {
  try {
    return await servers.forFile(target.file, { signal, waitMs, ...(onProgress === undefined ? {} : { onProgress }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { state: "none", reason, how: undefined };
  }
}

/** While a server is waited for, files may change. */
const freshMs = 100;

function syntaxAlone({ looked: _looked, ...found }: References, why: string): JoinedReferences {
  const provenance = { state: "syntactic", why } as const;
  return { ...found, provenance, external: 0, ignored: new Map(), unconfirmed: [], open: [] };
}

/** The server's references; a sentence if they cannot be trusted. */
async function askServer(question: ServerQuestion, first: LanguageServer): Promise<ServerAnswer | string> {
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
  // Its answers are wrong, e.g. after an unnoticed internal crash: start another server and ask that once.
  await servers.discard(first, "its references of a symbol lack the symbol itself");
  const access = await servers.forFile(target.file, { signal });
  if (access.state !== "ready") return distrusted(first);
  const second = await askTwice(asked, access.server);
  if (second.isTrue) return second;
  restartedInVain.add(access.server);
  return doubted(second);
}

/** Restarting did not help: these servers do not see such symbols, e.g. in unreachable code, and another would not either. */
const restartedInVain = new WeakSet<LanguageServer>();

function doubted(answer: ServerAnswer): ServerAnswer | string {
  if (answer.locations.length === 0) return distrusted(answer.server);
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

/** Asks again if the answer lacks the position that was asked about, as every wrong answer seen so far did. */
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
  { question: { signal, timeouts }, path, position }: Asked,
  server: LanguageServer,
  doubts: readonly string[],
): Promise<CheckedAnswer> {
  const params = { textDocument: { uri: uriOf(path) }, position, context: { includeDeclaration: true } };
  const result = await server.request("textDocument/references", params, { signal, timeoutMs: timeouts.requestMs });
  const { locations, dropped, elsewhere } = await locationsOf(result);
  return {
    server,
    path,
    position,
    locations,
    dropped,
    elsewhere,
    unopened: 0,
    doubts,
    isTrue: locations.some((location) => location.path === path && holds(location, position)),
  };
}

function holds({ range: { start, end } }: Location, { line, character }: Position): boolean {
  const begins = start.line < line || (start.line === line && start.character <= character);
  return begins && (end.line > line || (end.line === line && end.character >= character));
}

async function openFiles(
  { question: { project, target, syntactic, timeouts, signal, onProgress } }: Asked,
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
    waitMs: timeouts.readyMs,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const detail = phase.detail === "" ? "" : ` (${phase.detail})`;
  const doubts = phase.state === "ready" ? [] : [`it is still loading${detail}`];
  return { doubts, left, missing };
}

function namingIn({ looked, unread, late }: References): readonly string[] {
  const files = looked.filter(({ occurrences }) => occurrences.length > 0).map(({ file }) => file);
  return [...files, ...unread, ...(late?.files ?? [])].toSorted();
}
