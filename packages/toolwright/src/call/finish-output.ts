import { boundText } from "../output/bound.ts";
import { redactAttachments, redactValue, type Redact } from "../output/redact.ts";
import { surelyFits } from "../output/tokens.ts";
import type { Attachment } from "../tool/call-context.ts";
import { isPromiseLike } from "../tool/deferred.ts";
import { isToolError, ToolError } from "../tool/tool-error.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { FaultSource } from "./events.ts";
import type { CallFacts, Success } from "./outcome.ts";
import { failure, type UnstampedOutcome, type KernelParts } from "./parts.ts";
import { describeRepeat } from "./read-input.ts";

/** Clients hold a whole answer in memory, most of them twice. */
const maxBytes = 8 * 1024 * 1024;

/** What finishing an answer needs to know about its call. */
export interface FinishContext {
  readonly parts: KernelParts;
  readonly tool: AnyTool;
  readonly callId: string;
  readonly principal: string;
  /** The host reads no text: none is made, and nothing is spilled. */
  readonly valueOnly: boolean;
  readonly onFault: (source: FaultSource, error: unknown) => void;
}

/**
 * Turns what a handler returned into the answer: valid, formatted, within its token budget or spilled completely. Most answers
 * are short and returned synchronously, since each wait would cost a third of a microsecond and a timer.
 */
export function finishOutput(context: FinishContext, returned: unknown): UnstampedOutcome | Promise<UnstampedOutcome> {
  const { tool } = context;
  if (tool.output === undefined) return formatAnswer(context, returned);
  const refuse = (problem: unknown): UnstampedOutcome => refuseOutput(context, problem);
  try {
    const result = tool.output["~standard"].validate(returned);
    const finish = (checked: Awaited<typeof result>): UnstampedOutcome | Promise<UnstampedOutcome> =>
      checked.issues === undefined ? formatAnswer(context, checked.value) : refuse(checked.issues);
    return isPromiseLike(result) ? Promise.resolve(result).then(finish, refuse) : finish(result);
  } catch (error) {
    return refuse(error);
  }
}

/** What the model is told about an exception that was not meant for it. */
export function describeCrash(tool: string, callId: string): string {
  return `${tool} failed unexpectedly. The detail is in the server's log under ${callId}.`;
}

function refuseOutput({ tool, callId, onFault }: FinishContext, problem: unknown): UnstampedOutcome {
  onFault("output", problem);
  const message = `${tool.name} returned something that breaks its own contract.`;
  return failure("invalid_output", `${message} This is a bug of the tool; its log has the detail under ${callId}.`);
}

function formatAnswer(context: FinishContext, value: unknown): UnstampedOutcome | Promise<UnstampedOutcome> {
  const { parts, tool, callId, onFault } = context;
  try {
    if (context.valueOnly) return redactAnswer({ status: "ok", value, text: "" }, parts.output.redact);
    const budgetTokens = tool.budgetTokens ?? parts.output.budgetTokens;
    const answer = redactAnswer(
      { status: "ok", value, text: formatValue(tool, value), ...attachTo(tool, value) },
      parts.output.redact,
    );
    return surelyFits(answer.text, budgetTokens) ? answer : boundAnswer(context, answer, budgetTokens);
  } catch (error) {
    onFault("format", error);
    if (isToolError(error)) return failure("tool_error", error.message, { code: error.code });
    return failure("crashed", describeCrash(tool.name, callId));
  }
}

/** Before anything is stored: what is spilled can be read by others, page by page. */
function redactAnswer(answer: Omit<Success, keyof CallFacts>, redact: Redact | undefined): typeof answer {
  if (redact === undefined) return answer;
  const { attachments } = answer;
  return {
    ...answer,
    value: redactValue(answer.value, redact),
    text: redact(answer.text),
    ...(attachments === undefined ? {} : { attachments: redactAttachments(attachments, redact) }),
  };
}

async function boundAnswer(
  { parts, tool, callId, principal, onFault }: FinishContext,
  answer: Omit<Success, keyof CallFacts>,
  budgetTokens: number,
): Promise<UnstampedOutcome> {
  const { store, readOn } = parts.output;
  try {
    const bounded = await boundText(answer.text, {
      budgetTokens,
      previewTokens: tool.previewTokens ?? parts.output.previewTokens,
      store,
      readOn,
      tool: tool.name,
      callId,
      principal,
    });
    return { ...answer, ...bounded };
  } catch (error) {
    onFault("spill", error);
    if (!isToolError(error)) return failure("crashed", describeCrash(tool.name, callId));
    const { retryable, advice } = describeRepeat(tool);
    return failure("tool_error", `${error.message}${advice}`, {
      code: error.code,
      retryable: retryable && error.retryable,
    });
  }
}

const nothingAttached = Object.freeze({});

function attachTo(tool: AnyTool, value: unknown): { readonly attachments?: readonly Attachment[] } {
  if (tool.attach === undefined) return nothingAttached;
  // As in `formatValue`: the value is what `attach` was written for.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const attachments = checkAttachments(tool.name, tool.attach(value as never));
  return attachments.length === 0 ? nothingAttached : { attachments };
}

function formatValue(tool: AnyTool, value: unknown): string {
  if (tool.format === undefined) return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  // The output schema, or the handler's own return type, has made `value` what `format` was written for.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const text: unknown = tool.format(value as never);
  if (typeof text !== "string") throw new TypeError(`format of ${tool.name} must return a string, got ${typeof text}`);
  return text;
}

/** The attachments as they are; an answer too big to send is an error that the model can act on. */
function checkAttachments(tool: string, attachments: readonly Attachment[]): readonly Attachment[] {
  if (!Array.isArray(attachments)) throw new TypeError(`attach of ${tool} must return an array`);
  const bytes = attachments.reduce((sum, attachment) => sum + sizeOf(attachment), 0);
  if (bytes <= maxBytes) return attachments;
  throw new ToolError(
    "attachments_too_big",
    `The attachments of ${tool} have ${bytes} bytes; at most ${maxBytes} can be sent. Ask for fewer or smaller ones.`,
  );
}

function sizeOf(attachment: Attachment): number {
  switch (attachment.kind) {
    case "image":
    case "audio":
      return attachment.data.length;
    case "resource":
      return "text" in attachment.body ? attachment.body.text.length : attachment.body.blob.length;
    case "link":
      return attachment.uri.length;
  }
}
