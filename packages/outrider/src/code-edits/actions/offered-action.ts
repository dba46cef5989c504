import { createHash } from "node:crypto";
import { createValueCheck, maskMessage } from "../../lsp/resolve/server-values.ts";
import type { LanguageServer } from "../../lsp/server/language-server.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { ActionQuestion } from "./action-questions.ts";

/** An action as shown in a list. */
export interface ListedAction {
  /** Short; stable until the file changes. */
  readonly id: string;
  readonly title: string;
  /** As in the protocol: `quickfix`, `refactor.extract.function`, `source.organizeImports`. */
  readonly kind: string;
  readonly line: number | undefined;
  /** Why it cannot be applied. */
  readonly disabled: string | undefined;
}

/** An action, with what the server needs to compute its edit. */
export interface OfferedAction extends ListedAction {
  readonly isPreferred: boolean;
  /** The server itself says that it is not applicable here. */
  readonly isUnfit: boolean;
  readonly sent: Readonly<Record<string, unknown>>;
}

export interface SentCommand {
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

const maxTitle = 200;

interface ReadActionOptions {
  readonly server: LanguageServer;
  readonly question: ActionQuestion;
  readonly hash: string;
  /** Of the file: titles may repeat values of other files, which are masked. */
  readonly text: string;
}

/** Reads one item of the answer; undefined if it is neither an action nor a command. */
export function readAction(
  value: unknown,
  { server, question, hash, text }: ReadActionOptions,
): OfferedAction | undefined {
  if (!isRecord(value) || typeof value["title"] !== "string") return undefined;
  const title = value["title"].replaceAll(/\s+/g, " ").trim().slice(0, maxTitle);
  const kind = typeof value["kind"] === "string" && value["kind"] !== "" ? value["kind"] : question.only;
  const unfit = isRecord(value["disabled"]) ? value["disabled"] : undefined;
  const { start, end } = question.range;
  const place = `${start.line}:${start.character}-${end.line}:${end.character}`;
  return {
    id: idOf([hash, kind, title, place]),
    title: maskMessage(title, server.spec, createValueCheck([text])),
    kind,
    line: question.only === "source" ? undefined : start.line,
    disabled: unfit === undefined ? whyNot(server, value) : showReason(unfit["reason"]),
    isPreferred: value["isPreferred"] === true,
    isUnfit: unfit !== undefined,
    sent: value,
  };
}

function showReason(reason: unknown): string {
  return typeof reason === "string" ? reason : "it does not fit here";
}

/** The content of the file is part of the id: an id given for other content matches nothing. */
export function idOf(parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  return Array.from(digest.subarray(0, idLength), (byte) => letters[byte % letters.length]).join("");
}

const idLength = 6;
/** Without vowels, so that ids do not form words. */
const letters = "bcdfghjkmnpqrstvwxz";

/** The command of an action, or the item itself if it is a command. */
export function commandOf({ command, arguments: args }: Readonly<Record<string, unknown>>): SentCommand | undefined {
  if (isRecord(command)) return commandOf(command);
  if (typeof command !== "string") return undefined;
  return { command, ...(Array.isArray(args) ? { arguments: args } : {}) };
}

/** Why an action can never be applied here; undefined if it can, or if only resolving it will tell. */
function whyNot({ spec, supports }: LanguageServer, sent: Readonly<Record<string, unknown>>): string | undefined {
  const command = commandOf(sent);
  if (command === undefined) return undefined;
  const asks = spec.commands?.asks?.[command.command];
  if (asks !== undefined) return asks;
  if (isRecord(sent["edit"]) || spec.commands?.edits?.includes(command.command) === true) return undefined;
  // An action that can be resolved has `data` by which the server recognizes it.
  const isResolved = sent["data"] !== undefined && supports("codeAction/resolve");
  return isResolved ? undefined : `it is the command ${command.command}, which is not known to be an edit alone`;
}
