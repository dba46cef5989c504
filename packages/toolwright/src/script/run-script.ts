import { ApprovalNeeded } from "../access/approval-needed.ts";
import type { AnyKernel } from "../call/kernel.ts";
import type { Call } from "../tool/call-context.ts";
import { isJsonObject } from "../tool/schema.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { AnyTool } from "../tool/tool.ts";
import { describeFailure } from "./describe-end.ts";
import { createInnerCalls } from "./inner-calls.ts";
import type { KeptValues } from "./kept-values.ts";
import type { ScriptLimits } from "./limits.ts";
import { runRound, type RoundEnd } from "./round.ts";
import type { ScriptValue } from "./script-value.ts";
import { showPrinted } from "./show-answer.ts";
import type { Exchange, Transcript, TranscriptStore } from "./transcript.ts";
import type { Operation } from "./worker/messages.ts";

export interface ScriptParts {
  readonly kernel: AnyKernel;
  readonly library: string;
  readonly libraryTypes: readonly string[];
  readonly limits: ScriptLimits;
  readonly offers: (tool: AnyTool) => boolean;
  readonly transcripts: TranscriptStore;
  readonly kept: KeptValues;
  readonly declared: (tool: AnyTool) => AnyTool;
  readonly prepare: (tool: AnyTool, input: unknown) => unknown;
}

/**
 * So that the script's own deadline, which keeps what was printed, comes before that of its call, also on a machine that is so busy that
 * ending takes seconds.
 */
const reservedMs = 20_000;

/** Runs one round of a script on behalf of a call: to its value, its error, or a question that ends the round. */
export async function runScript(parts: ScriptParts, source: string, call: Call): Promise<ScriptValue> {
  const { kernel, limits, kept } = parts;
  const before = takeTranscript(parts.transcripts, call.state);
  const { visible } = await kernel.list(call.caller);
  const tools = new Map(visible.filter(parts.offers).map((tool) => [tool.name, tool]));
  const started = before ?? { startedAt: Date.now(), kept: kept.read(call.caller), exchanges: [], asking: undefined };
  const isDispensable = ({ kind, name }: Operation): boolean =>
    kind !== "call" || tools.get(name)?.effects.readOnly !== false;
  const end = await runRound({
    start: {
      source,
      library: parts.library,
      tools: [...tools.keys()],
      kept: started.kept,
      startedAt: started.startedAt,
      remainingMs: Math.max(call.remainingMs() - reservedMs, call.remainingMs() / 2),
      limits,
    },
    replay: started.exchanges,
    signal: call.signal,
    isDispensable,
    perform: createInnerCalls({
      kernel,
      call,
      tools,
      limits,
      resumed: started.asking,
      libraryTypes: parts.libraryTypes,
      declared: parts.declared,
      prepare: parts.prepare,
    }),
  });
  switch (end.kind) {
    case "ended":
      return await finish(
        parts,
        { source, call, tools },
        {
          ...end,
          made: end.made.filter(({ operation, answer }) => answer.ok && !isDispensable(operation)),
        },
      );
    case "asks":
      return ask(parts, call, started, end);
    case "diverged": {
      const message = `The script took another way than before its question, so nothing more was run. ${end.detail}`;
      throw new ToolError(
        "script_diverged",
        `${message} Send it again from the start; what its first calls did is done.`,
      );
    }
    case "cancelled":
      throw new ToolError("cancelled", "The script was cancelled.");
  }
}

function takeTranscript(transcripts: TranscriptStore, state: unknown): Transcript | undefined {
  if (!isJsonObject(state) || typeof state["transcript"] !== "string") return undefined;
  const transcript = transcripts.take(state["transcript"]);
  if (transcript !== undefined) return transcript;
  throw new ToolError(
    "script_forgotten",
    "What this script did before its question is no longer known, so nothing was run again. Look at what is done, and send a new script for the rest.",
  );
}

interface Asked {
  readonly source: string;
  readonly call: Call;
  readonly tools: ReadonlyMap<string, AnyTool>;
}

async function finish(
  { limits, kept }: ScriptParts,
  { source, call, tools }: Asked,
  { message, unanswered, made, late }: Extract<RoundEnd, { kind: "ended" }>,
): Promise<ScriptValue> {
  const refused = kept.write(call.caller, message.kept);
  const { end, unprinted } = message;
  const printed = await showPrinted(tools, message.printed);
  const failure = describeFailure(source, { end, printed, unanswered, made }, limits);
  if (failure !== undefined) throw failure;
  const returned: unknown = end.kind === "returned" && end.json !== undefined ? JSON.parse(end.json) : undefined;
  const notes = [
    ...(unprinted === 0 ? [] : [`${unprinted} lines were not printed: more than ${limits.outputBytes} characters.`]),
    ...(refused.length === 0 ? [] : [`Not kept, no room in this session: ${refused.join(", ")}.`]),
    ...late.map(describeLate),
  ];
  return { printed, ...(returned === undefined ? {} : { returned }), ...(notes.length === 0 ? {} : { notes }) };
}

function describeLate({ operation, answer }: Exchange): string {
  const failed: unknown = answer.ok ? undefined : JSON.parse(answer.json);
  const how = isJsonObject(failed) ? `failed: ${String(failed["message"])}` : "is done.";
  return `The script did not await ${operation.name}, which ${how}`;
}

/** Ends the round as the kernel ends the call that asked, and remembers what is done. */
function ask(
  { transcripts }: ScriptParts,
  call: Call,
  { startedAt, kept }: Pick<Transcript, "startedAt" | "kept">,
  { op, outcome, told }: Extract<RoundEnd, { kind: "asks" }>,
): never {
  const asking = { op, state: outcome.status === "needs_input" ? outcome.state : undefined };
  const state = { transcript: transcripts.put({ startedAt, kept, exchanges: told, asking }) };
  if (outcome.status === "needs_input") return call.ask(outcome.questions, state);
  const { error, request, remedy } = outcome;
  throw new ApprovalNeeded(error.message, { request, remedy, state });
}
