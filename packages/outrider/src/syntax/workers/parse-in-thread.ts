import type { Span } from "../../languages/language.ts";
import type { EditCheck, EditQuestion } from "../edit-check.ts";
import { noParts, type TextParts } from "../extract/text-parts.ts";
import type { ListAnswer, ListQuestion } from "../signatures/signature-lists.ts";
import type { ModuleFacts } from "../../languages/modules/module-facts.ts";
import { decodeRecord, type FileRecord } from "../table/file-record.ts";
import { failedRecord } from "./failed-record.ts";
import type { ParseJob, Reply } from "./messages.ts";
import { WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import type { ParserPool } from "./open-parser-pool.ts";
import type { ParseBudget } from "./parse-budget.ts";

export interface ThreadOptions {
  readonly pool: ParserPool;
  readonly signal: AbortSignal;
}

export interface ParsedText {
  readonly record: FileRecord;
  /** Import statements. */
  readonly imports: readonly Span[];
}

/** The declarations of a text, for a waiting caller. A text that crashes its thread is reported as such. */
export async function parseInThread(
  file: string,
  text: string,
  { budget, ...options }: ThreadOptions & { readonly budget: ParseBudget },
): Promise<ParsedText> {
  const reply = await ask({ kind: "parse", file, text, limitFactor: budget.limitFactor(waitedFactor) }, options);
  if (reply?.kind !== "parsed") {
    budget.chargeLost();
    return { record: failedRecord, imports: [] };
  }
  budget.charge(reply.slowMs);
  return { record: decodeRecord(reply.record), imports: reply.imports };
}

/** What an edit would do to a text; undefined if that is unknown, for example because it crashes its thread. */
export async function checkInThread(edit: EditQuestion, options: ThreadOptions): Promise<EditCheck | undefined> {
  const reply = await ask({ kind: "check", edit }, options);
  return reply?.kind === "checked" ? reply.check : undefined;
}

/** Comments and multi-line strings of a text; empty if it could not be parsed. */
export async function readPartsInThread(file: string, text: string, options: ThreadOptions): Promise<TextParts> {
  const reply = await ask({ kind: "parts", file, text }, options);
  return reply?.kind === "parts" ? reply.parts : noParts;
}

/** Parameters and arguments in a text; undefined if it could not be parsed. */
export async function readListsInThread(
  question: ListQuestion,
  options: ThreadOptions,
): Promise<ListAnswer | undefined> {
  const reply = await ask({ kind: "lists", question }, options);
  return reply?.kind === "lists" ? reply.answer : undefined;
}

/** The imports, exports and uses of a text; undefined if it could not be parsed. */
export async function readModuleInThread(
  file: string,
  text: string,
  options: ThreadOptions,
): Promise<ModuleFacts | undefined> {
  const reply = await ask({ kind: "module", file, text }, options);
  return reply?.kind === "module" ? reply.facts : undefined;
}

/** Somebody waits: 1 MiB has 12 s, ten times what the slowest ordinary code needs. */
const waitedFactor = 0.5;

async function ask(job: ParseJob, { pool, signal }: ThreadOptions): Promise<Reply | undefined> {
  let answer: Reply | undefined;
  try {
    await pool.run(job, { signal, urgent: true, onReply: (reply) => (answer = reply) });
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
  }
  return answer;
}
