import { findReferences, type References } from "../../../syntax/references/find-references.ts";
import { limitSignal } from "../../../workspace/time/limit-signal.ts";
import type { ProjectServers, ServerAccess } from "../../project-servers.ts";
import type { LanguageServer } from "../../server/language-server.ts";
import { ServerError } from "../../wire/connection.ts";
import { patienceOf } from "../patience.ts";
import { serverName, whyFailed, whySyntactic } from "../places/describe-server.ts";
import { askServer } from "./ask-server.ts";
import { joinAnswers } from "./join-answers.ts";
import type { ExactReferences, ReferencesQuestion, ServerQuestion } from "./question.ts";

/** Every place that means a symbol: by a language server that is ready, checked against syntax; else by syntax, saying why. */
export async function findExactReferences(question: ReferencesQuestion): Promise<ExactReferences> {
  const { symbols, servers, target, signal } = question;
  const patience = patienceOf(question.readyMs);
  const limit = limitSignal([signal], patience.allMs);
  const access = accessTo(servers, { ...question, readyMs: patience.readyMs, signal: limit.signal });
  try {
    const syntactic = await findReferences(symbols, target, { signal });
    const asked = { ...question, syntactic, patience, signal: limit.signal };
    const answer = await onceMore(asked, await access).catch((error: unknown) => {
      signal.throwIfAborted();
      return whyFailed(error, limit.isLate() ? patience.allMs : undefined);
    });
    signal.throwIfAborted();
    return typeof answer === "string" ? bySyntax(syntactic, answer) : answer;
  } finally {
    limit.release();
  }
}

/** One that died over the question is started again, and asked a second time. */
async function onceMore(question: ServerQuestion, access: ServerAccess): Promise<ExactReferences | string> {
  try {
    return await fromServer(question, access);
  } catch (error) {
    if (question.signal.aborted || !(error instanceof ServerError) || error.code !== "closed") throw error;
    return await fromServer(
      question,
      await accessTo(question.servers, { ...question, readyMs: question.patience.readyMs }),
    );
  }
}

async function fromServer(question: ServerQuestion, access: ServerAccess): Promise<ExactReferences | string> {
  if (access.state !== "ready") return whySyntactic(access);
  const { server } = access;
  if (!answersReferences(server)) return `${serverName(server)} does not find references`;
  const answer = await askServer(question, server);
  return typeof answer === "string" ? answer : await joinAnswers(question, answer);
}

function answersReferences(server: LanguageServer): boolean {
  return server.supports("textDocument/references") && server.spec.distrusts?.includes("references") !== true;
}

/** A failure is told like a server that is not there; one that comes before anybody waits for it must not end the process. */
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

function bySyntax({ looked: _looked, ...found }: References, why: string): ExactReferences {
  return { ...found, knowledge: { state: "syntactic", why }, external: 0, ignored: new Map(), unconfirmed: [] };
}
