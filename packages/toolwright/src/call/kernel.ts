import { createApprovalDesk, type Approval, type ApprovalOptions } from "../access/approval.ts";
import type { CapabilityProbe } from "../access/capabilities.ts";
import { policyFrom, type AccessRules, type Policy } from "../access/policy.ts";
import { boundText, type SpillPosition } from "../output/bound.ts";
import { redactValue, type Redact } from "../output/redact.ts";
import type { SpillFacts, SpillStore } from "../output/spill-contract.ts";
import { type Caller, type LogLevel, systemClock, type Clock, type HandlerContainment } from "../tool/call-context.ts";
import { deferred } from "../tool/deferred.ts";
import type { ProcessRunner } from "../tool/process-contract.ts";
import type { Question } from "../tool/question.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { NextCall } from "../tool/tool-error.ts";
import type { AnyTool, InputOf, ServicesOf, ToolByName, ToolName, ValueOf } from "../tool/tool.ts";
import { type Continuation, noContainment, tellHost } from "./call-request.ts";
import { checkRegistry } from "./check-registry.ts";
import { logFaults, type KernelEvent } from "./events.ts";
import { describeCrash } from "./finish-output.ts";
import { listExposed, refuseUnknown, type HiddenTool } from "./gate.ts";
import type { Outcome } from "./outcome.ts";
import { failure, type KernelParts } from "./parts.ts";
import { performCall, type PerformedCall, type Settled } from "./perform-call.ts";
import { preflightCall } from "./preflight.ts";
import type { ProgressReport } from "./progress.ts";
import { withinTime } from "./within-time.ts";

/** What a host passes along with one call: who asks, how to cancel, where progress goes, an approval or answers. */
export interface CallOptions {
  /** Who asks; a host gives every session its own caller. */
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: ProgressReport) => void;
  /** The answer to an earlier `needs_approval`; together with `continues` if that had a state. */
  readonly approval?: Approval;
  /** What the tool logs, as it happens. */
  readonly onLog?: (level: LogLevel, message: string) => void;
  /** Which kinds of questions the host can have answered. Default: none. */
  readonly canAsk?: (kind: Question["kind"]) => boolean;
  /** The answers to an earlier `needs_input`, or the state of a `needs_approval`. */
  readonly continues?: Continuation;
  /** Only to give the call less time than its tool allows. */
  readonly deadlineMs?: number;
  /** For hosts that read the value and no text: no text is made, and nothing is spilled. */
  readonly valueOnly?: boolean;
}

/** What a kernel is made of: tools, services, access rules, and what the host provides. */
export interface KernelOptions<Tools extends readonly AnyTool[]> {
  readonly tools: Tools;
  /** Created for every call. */
  readonly services?: (caller: Caller) => ServicesOf<Tools> | Promise<ServicesOf<Tools>>;
  readonly capabilities?: Readonly<Record<string, CapabilityProbe>>;
  /** Default: observe tools run, confirm tools ask. */
  readonly access?: AccessRules<ToolName<Tools>> | Policy;
  readonly approval?: ApprovalOptions;
  readonly output?: OutputOptions<ToolName<Tools>>;
  readonly processes?: ProcessRunner;
  readonly containment?: HandlerContainment;
  /** For each step that an error may propose: the tool that takes it, and its fixed input. */
  readonly nextSteps?: Readonly<Record<string, NextCall & { readonly tool: ToolName<Tools> }>>;
  readonly clock?: Clock;
  readonly onEvent?: (event: KernelEvent) => void;
}

/** How long answers may be, and where longer ones are stored and read. */
export interface OutputOptions<Name extends string = string> {
  /** Longer answers are spilled. Default: 8,000 tokens; at least 128. */
  readonly budgetTokens?: number;
  /** How much of a spilled answer is shown. Default: 1,000 tokens. */
  readonly previewTokens?: number;
  readonly store?: SpillStore;
  /** The tool that reads spilled answers by handle. */
  readonly readWith?: Name;
  /** The tool's input for a position in a spilled answer. Default: `{ handle, offset, column }` as they are. */
  readonly readInput?: (at: SpillPosition) => JsonObject;
  /** Applied to everything that leaves the kernel: texts, values, attachments, errors, notes, progress, log lines. */
  readonly redact?: Redact;
}

/** A kernel as seen by hosts: names and inputs come from outside. Every `Kernel` is one. */
export interface AnyKernel {
  /** All names, sorted: the same list every time, for prompt caches. */
  readonly toolNames: readonly string[];
  /** What an answer may cost unless its tool says otherwise. */
  readonly budgetTokens: number;
  /** For what a host shows besides outcomes, such as resources; the text as it is if nothing is redacted. */
  redact(text: string): string;
  tool(name: string): AnyTool | undefined;
  /** The tools this caller may see, sorted by name, and those hidden from it with the reason. */
  list(caller?: Caller): Promise<{ readonly visible: readonly AnyTool[]; readonly hidden: readonly HiddenTool[] }>;
  /** Never rejects: however the call ends, the outcome says so. */
  call(name: string, input: unknown, options?: CallOptions): Promise<Outcome>;
  /** How a call would end before its tool runs; undefined if it would run. Nothing runs, and no approval is used up. */
  preflight(name: string, input: unknown, caller?: Caller): Promise<Outcome | undefined>;
  /** A text in a smaller budget, with the call that reads the rest from the store. Rejects if it cannot be stored. */
  shorten(text: string, about: Required<SpillFacts>, budgetTokens: number): Promise<string>;
  /** Cancels every call and waits for its handler and processes; returns which handlers never ended. */
  close(graceMs?: number): Promise<{ readonly unfinished: readonly string[] }>;
}

/** A kernel whose tools are known to the compiler: a wrong name or input does not compile. */
export interface Kernel<Tools extends readonly AnyTool[]> extends Omit<AnyKernel, "call"> {
  readonly toolNames: readonly ToolName<Tools>[];
  call<Name extends ToolName<Tools>>(
    name: Name,
    input: InputOf<ToolByName<Tools, Name>>,
    options?: CallOptions,
  ): Promise<Outcome<ValueOf<ToolByName<Tools, Name>>>>;
}

type ServicesRequired<Tools extends readonly AnyTool[]> =
  unknown extends ServicesOf<Tools>
    ? unknown
    : { readonly services: (caller: Caller) => ServicesOf<Tools> | Promise<ServicesOf<Tools>> };

const directCaller: Caller = Object.freeze({ host: "direct", session: "direct", principal: "direct" });

/** The only way a tool runs, whatever the host: checked registry in, one boundary out. */
// oxlint-disable-next-line max-lines-per-function -- the parts of a kernel, put together in one place
export function createKernel<const Tools extends readonly AnyTool[]>(
  options: KernelOptions<Tools> & ServicesRequired<Tools>,
): Kernel<Tools> {
  const parts = assembleParts(options);
  const running = new Map<string, PerformedCall>();
  const idle = deferred();
  let closed = false;

  async function call(name: string, input: unknown, callOptions: CallOptions = {}): Promise<Outcome> {
    const startedAt = parts.clock.now();
    const caller = callOptions.caller ?? directCaller;
    const callId = newCallId();
    parts.emit({ type: "call-start", callId, tool: name, caller });
    let ended: Settled;
    try {
      ended = redactEnd(await run(name, input, callOptions, caller, callId), parts.output.redact);
    } catch (error) {
      parts.emit({ type: "fault", callId, tool: name, source: "kernel", error });
      ended = { draft: failure("crashed", describeCrash(name, callId)), notes: [] };
    }
    const { draft, notes } = ended;
    const durationMs = parts.clock.now() - startedAt;
    // The draft belongs to this call. Spreading it instead costs 7 µs, a third of a whole call (bench/boundary.ts).
    const outcome: Outcome = Object.assign(draft, { callId, tool: name, durationMs, notes });
    parts.emit({ type: "call-end", callId, tool: name, outcome });
    return outcome;
  }

  async function run(
    name: string,
    input: unknown,
    { signal, onProgress, onLog, canAsk, continues, approval, deadlineMs, valueOnly = false }: CallOptions,
    caller: Caller,
    callId: string,
  ): Promise<Settled> {
    if (closed || signal?.aborted === true) {
      const why = closed ? "the server is shutting down" : "the caller had given up already";
      return { draft: failure("cancelled", `${name} was not started: ${why}.`, { retryable: true }), notes: [] };
    }
    const tool = parts.tools.get(name);
    if (tool === undefined) return { draft: await refuseUnknown(parts, name, caller), notes: [] };
    if (deadlineMs !== undefined && deadlineMs <= 0) {
      const message = `${name} was not started: the caller had no time left.`;
      return { draft: failure("timed_out", message, { retryable: true }), notes: [] };
    }
    const request = {
      callId,
      tool,
      input,
      caller,
      signal,
      approval,
      deadlineMs: deadlineMs === undefined || !(deadlineMs < tool.deadlineMs) ? tool.deadlineMs : deadlineMs,
      onProgress,
      onLog,
      canAsk,
      continues,
      valueOnly,
    };
    const performed = performCall(parts, request, () => {
      running.delete(callId);
      if (closed && running.size === 0) idle.resolve();
    });
    running.set(callId, performed);
    return await performed.settled;
  }

  return {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the map are the names of `Tools`
    toolNames: [...parts.tools.keys()] as ToolName<Tools>[],
    budgetTokens: parts.output.budgetTokens,
    redact: (text) => parts.output.redact?.(text) ?? text,
    tool: (name) => parts.tools.get(name),
    list: async (caller = directCaller) => await listExposed(parts, caller),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the erased function serves every name
    call: call as Kernel<Tools>["call"],
    preflight: async (name, input, caller = directCaller) => await preflightCall(parts, name, input, caller),
    shorten: async (text, about, budgetTokens) =>
      (await boundText(text, { ...parts.output, ...about, budgetTokens, previewTokens: budgetTokens })).text,
    async close(graceMs = 2_000) {
      closed = true;
      for (const performed of running.values()) performed.cancel();
      if (running.size > 0) await withinTime(parts.clock, graceMs, idle.promise);
      return { unfinished: [...running.values()].map((performed) => performed.tool) };
    },
  };
}

function assembleParts<Tools extends readonly AnyTool[]>(options: KernelOptions<Tools>): KernelParts {
  const { clock = systemClock, onEvent = logFaults, output = {}, access = {}, services } = options;
  const { containment = noContainment } = options;
  const tools = checkRegistry(options.tools, options.capabilities ?? {}, output);
  return {
    tools,
    servicesFor: services ?? (() => undefined),
    probes: options.capabilities ?? {},
    policy: typeof access === "function" ? access : policyFrom(access, [...tools.keys()]),
    approvals: createApprovalDesk(clock.wallTime, options.approval),
    output: {
      budgetTokens: output.budgetTokens ?? 8_000,
      previewTokens: output.previewTokens ?? 1_000,
      store: output.store,
      redact: output.redact,
      readOn: (at) => ({ tool: output.readWith ?? "", input: output.readInput?.(at) ?? { ...at } }),
    },
    processes: options.processes,
    containment,
    nextSteps: new Map(Object.entries(options.nextSteps ?? {})),
    clock,
    // A failing log must not fail the call.
    emit: (event) =>
      tellHost(
        containment,
        () => onEvent(event),
        () => {},
      ),
  };
}

/** Values and their texts were redacted when they were made ready; errors and notes have many sources and only one way out. */
function redactEnd(ended: Settled, redact: Redact | undefined): Settled {
  if (redact === undefined) return ended;
  const notes = ended.notes.map((note) => redact(note));
  if (ended.draft.status === "ok") return { draft: ended.draft, notes };
  const { next, message, ...rest } = ended.draft.error;
  // A next call is made of the same parts as the call; only texts in it are redacted, as in a value.
  const input = next === undefined ? undefined : redactValue(next.input, redact);
  const safe = next === undefined || !isJsonObject(input) ? {} : { next: { ...next, input } };
  return { draft: { ...ended.draft, error: { ...rest, message: redact(message), ...safe } }, notes };
}

function newCallId(): string {
  return `c_${crypto.randomUUID().slice(0, 13)}`;
}
