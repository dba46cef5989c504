import { utf8Length } from "../../output/text-lines.ts";
import type { Attachment } from "../../tool/call-context.ts";
import type { UserPart } from "../log/entries.ts";
import type { AnsweredCall } from "../log/open-calls.ts";
import type { HistoryItem } from "../log/history.ts";
import type { ModelMessage, ModelRequest, ModelResult } from "../model/model.ts";

/** The history as messages. Two of the same person in a row are one, which some providers insist on. */
export function writeHistory(history: readonly HistoryItem[]): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const message of history.flatMap(writeOnce)) {
    const last = messages.at(-1);
    if (message.role === "user" && last?.role === "user") {
      messages[messages.length - 1] = { role: "user", content: [...last.content, ...message.content] };
    } else {
      messages.push(message);
    }
  }
  return messages;
}

/** A history only grows, and is written for every model call: without this, half of a long run's time goes here. */
const written = new WeakMap<HistoryItem, readonly ModelMessage[]>();

function writeOnce(item: HistoryItem): readonly ModelMessage[] {
  const known = written.get(item);
  if (known !== undefined) return known;
  const messages = writeItem(item);
  written.set(item, messages);
  return messages;
}

function writeItem(item: HistoryItem): readonly ModelMessage[] {
  switch (item.kind) {
    case "user":
    case "note":
      return [{ role: "user", content: item.content }];
    case "late-result":
      return [{ role: "user", content: [{ type: "text", text: writeLateResult(item) }, ...attachmentsOf(item)] }];
    case "summary":
      return [{ role: "user", content: [{ type: "text", text: `Summary of the conversation so far:\n${item.text}` }] }];
    case "response": {
      // No provider takes an answer back in which nothing is said.
      const says = item.content.some(
        (part) => part.type === "call" || (part.type === "text" && part.text.trim() !== ""),
      );
      return says ? [{ role: "assistant", content: item.content }] : [];
    }
    case "results":
      return [{ role: "tool", results: item.results.map(writeResult) }, ...writeAttachments(item.results)];
  }
}

function writeResult({ part, result }: AnsweredCall): ModelResult {
  const { text, note, isError } = result;
  return { callId: part.callId, tool: part.tool, text: note === undefined ? text : `${text}\n${note}`, isError };
}

/** Its call was answered before, so that it comes as a message. */
function writeLateResult({ part, result }: AnsweredCall): string {
  const { callId, tool } = part;
  const ended = result.isError ? "has ended with an error" : "has ended";
  const note = result.note === undefined ? "" : `\n${result.note}`;
  return `The call ${callId} of ${tool}, which went on in the background, ${ended}:\n${result.text}${note}`;
}

/** Behind all results of the turn: providers refuse anything else between them. */
function writeAttachments(results: readonly AnsweredCall[]): readonly ModelMessage[] {
  const content = results.flatMap(attachmentsOf);
  return content.length === 0 ? [] : [{ role: "user", content }];
}

function attachmentsOf({ part, result }: AnsweredCall): readonly UserPart[] {
  return (result.attachments ?? []).flatMap((attachment) => writeAttachment(part.tool, attachment));
}

function writeAttachment(tool: string, attachment: Attachment): readonly UserPart[] {
  const title: UserPart = { type: "text", text: `Attached to the result of ${tool}:` };
  switch (attachment.kind) {
    case "image":
    case "audio":
      return [title, { type: "file", mimeType: attachment.mimeType, data: attachment.data }];
    case "resource": {
      const { uri, body, mimeType = "application/octet-stream" } = attachment;
      if ("text" in body) return [{ type: "text", text: `${title.text} ${uri}\n${body.text}` }];
      return [title, { type: "file", mimeType, data: body.blob, name: uri }];
    }
    case "link":
      return [{ type: "text", text: `${title.text} ${attachment.name}, ${attachment.uri}` }];
  }
}

/** For images and documents, whose bytes say little about their tokens. */
const tokensOfFile = 1_600;

/** Rather too many than too few: a token has three bytes or more in most languages. The real ratio comes from usage. */
export function estimateTokens({ system, messages, tools }: ModelRequest): number {
  const bytes = utf8Length(system) + utf8Length(JSON.stringify(tools));
  return Math.ceil(bytes / 3) + messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

export function estimateItem(item: HistoryItem): number {
  return writeOnce(item).reduce((sum, message) => sum + estimateMessage(message), 0);
}

const estimates = new WeakMap<ModelMessage, number>();

function estimateMessage(message: ModelMessage): number {
  const known = estimates.get(message) ?? countMessage(message);
  estimates.set(message, known);
  return known;
}

function countMessage(message: ModelMessage): number {
  if (message.role === "tool") return estimateText(JSON.stringify(message.results));
  if (message.role === "assistant") return estimateText(JSON.stringify(message.content));
  return message.content.reduce(
    (sum, part) => sum + (part.type === "text" ? estimateText(part.text) : tokensOfFile),
    4,
  );
}

function estimateText(text: string): number {
  return Math.ceil(utf8Length(text) / 3);
}
