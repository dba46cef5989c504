import type { ApprovalRequest } from "../access/approval.ts";
import type { AnyKernel, CallOptions } from "../call/kernel.ts";
import { type NeedsApproval, type Outcome, renderOutcome } from "../call/outcome.ts";
import type { Attachment, Caller } from "../tool/call-context.ts";
import { deferred } from "../tool/deferred.ts";
import { isJsonObject } from "../tool/schema.ts";

/** What another loop passes along with its calls. */
export interface LoopOptions {
  /** Who asks. Give each conversation a session of its own. Default: that of the kernel. */
  readonly caller?: Caller;
  /**
   * Asks a person. Without it, a call that needs a person ends with a result that says so; if it throws, the call is denied. The time
   * that it takes is not the tool's.
   */
  readonly approve?: (
    request: ApprovalRequest,
    signal: AbortSignal | undefined,
  ) => "approved" | "rejected" | Promise<"approved" | "rejected">;
  /** Hears what `approve` has thrown, which the model is not told. Default: it goes to `console.error`. */
  readonly onApproveError?: (error: unknown, request: ApprovalRequest) => void;
}

/** The same for one call, with the signal that cancels it. */
export interface LoopCallOptions extends LoopOptions {
  readonly signal?: AbortSignal | undefined;
}

/** How a call ended, in the words that its model reads. */
export interface LoopResult {
  readonly status: Outcome["status"];
  readonly text: string;
  readonly isError: boolean;
  readonly attachments: readonly Attachment[];
}

/** Calls a tool on behalf of another loop. Never rejects: whatever happens is a result for the model. */
export async function callForLoop(
  kernel: AnyKernel,
  name: string,
  input: unknown,
  options: LoopCallOptions = {},
): Promise<LoopResult> {
  const { caller, approve, signal } = options;
  const common: CallOptions = {
    ...(caller === undefined ? {} : { caller }),
    ...(signal === undefined ? {} : { signal }),
  };
  let outcome = await kernel.call(name, input, common);
  // A tool that makes calls itself may ask for each of them.
  for (let round = 0; round < mostRounds && outcome.status === "needs_approval"; round += 1) {
    if (approve === undefined) break;
    const { request, state } = outcome;
    const decision = await askPerson(approve, outcome, options);
    if (decision === "failed") {
      const text = `${name} was not run: it needs a person's approval, and asking for that has failed. Do not repeat it.`;
      return { status: "denied", text, isError: true, attachments: [] };
    }
    const continues = state === undefined ? {} : { continues: { answers: {}, state } };
    outcome = await kernel.call(name, input, { ...common, approval: { request, decision }, ...continues });
  }
  const isOk = outcome.status === "ok";
  const attachments = outcome.status === "ok" ? (outcome.attachments ?? []) : [];
  return { status: outcome.status, text: renderOutcome(outcome), isError: !isOk, attachments };
}

/** More than any call needs: a program that approves too late, or a tool that always asks, would go on forever. */
const mostRounds = 1_000;

/** A cancel ends the wait; the call that follows then says that it was cancelled. */
async function askPerson(
  approve: NonNullable<LoopOptions["approve"]>,
  { request }: NeedsApproval,
  { signal, onApproveError = reportToConsole }: LoopCallOptions,
): Promise<"approved" | "rejected" | "failed"> {
  const cancelled = deferred<"rejected">();
  const cancel = (): void => cancelled.resolve("rejected");
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  try {
    const asked = (async () => approve(request, signal))();
    const decision = await Promise.race([asked, cancelled.promise]);
    return decision === "approved" ? "approved" : "rejected";
  } catch (error) {
    onApproveError(error, request);
    return "failed";
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

function reportToConsole(error: unknown, { tool }: ApprovalRequest): void {
  console.error(`A call of ${tool} was denied, because \`approve\` has failed:`, error);
}

/** Arguments as the text that a model wrote. Some models leave out what is empty. */
export async function callWithArguments(
  kernel: AnyKernel,
  name: string,
  text: string,
  options: LoopCallOptions,
): Promise<LoopResult> {
  const input = text.trim() === "" ? {} : parseObject(text);
  if (input !== undefined || kernel.tool(name) === undefined) return await callForLoop(kernel, name, input, options);
  const problem = `${name} was not run: its arguments are not a JSON object. Write them again.`;
  return { status: "invalid_input", text: problem, isError: true, attachments: [] };
}

function parseObject(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** What a model is told of attachments that its interface has no form for. Empty if there are none. */
export function describeLeftOut(attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return "";
  const kinds = attachments.map((each) => (each.kind === "resource" || each.kind === "link" ? each.uri : each.kind));
  return `\n[Not shown, since it cannot be passed on here: ${kinds.join(", ")}]`;
}
