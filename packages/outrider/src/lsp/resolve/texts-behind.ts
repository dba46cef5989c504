import type { LanguageServer } from "../server/language-server.ts";
import { definitionsOf } from "./calls/step-question.ts";
import type { ReadQuotable } from "./server-values.ts";

export interface LineOfFile {
  /** Real path. */
  readonly path: string;
  /** From 0. */
  readonly line: number;
  readonly text: string;
}

export interface BehindOptions {
  readonly server: LanguageServer;
  readonly readQuotable: ReadQuotable;
  readonly signal: AbortSignal;
  /** How many questions the server may still be asked; counted down. */
  readonly budget: { left: number };
}

/** The files that declare what a line names, as far as they may be quoted: values in them may be shown. */
export async function textsBehind(
  { path, line, text }: LineOfFile,
  { server, readQuotable, signal, budget }: BehindOptions,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { index } of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    if (budget.left <= 0 || signal.aborted) break;
    budget.left -= 1;
    const found = await definitionsOf(server, { path, position: { line, character: index } }, signal).catch(() => []);
    for (const each of found) texts.push((await readQuotable(each.path, server.program)) ?? "");
  }
  return texts;
}
