import { makeBadInputs } from "../inputs/bad-inputs.ts";
import { givenFor } from "../inputs/given-inputs.ts";
import { createLearnedValues, type LearnedValues } from "../inputs/learned-values.ts";
import { makeInputs } from "../inputs/make-input.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { ListedTool, Purpose, Reply, SeenCall } from "../seen.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { openLiveSession, type LiveSession } from "./live-session.ts";
import { NotMeasured } from "./target.ts";

/**
 * Calls every tool that may be called: with an input that should work, then with one mistake of each kind. Tools that change
 * something come last, in a copy of the working directory.
 */
export const callsProbe = defineProbe({ name: "calls" }, async (context, _, keep) => {
  const { target, callable, changing } = context;
  const calls: SeenCall[] = [];
  keep(calls);
  const common = { learned: createLearnedValues(), calls, failures: new Map<string, string>() };
  await callTools(context, callable, { ...common, live: context.live, work: target.place?.work });
  if (changing.length > 0) await callChanging(context, common);
  if (common.failures.size > 0) throw new NotMeasured([...common.failures.values()].join(" "));
  return calls;
});

async function callChanging(context: ProbeContext, common: Omit<Calling, "live" | "work">): Promise<void> {
  const { target, changing } = context;
  const work = target.place?.copyWork();
  const live = openLiveSession(context, work === undefined ? {} : { work });
  try {
    await callTools(context, changing, { ...common, live, work, repeat: true });
  } finally {
    await live.close();
  }
}

interface Calling {
  readonly live: LiveSession;
  readonly work: string | undefined;
  readonly learned: LearnedValues;
  /** What was called so far; new calls are added. */
  readonly calls: SeenCall[];
  /** Why tools could not be called, a sentence each. */
  readonly failures: Map<string, string>;
  /** Make each call that worked once more. */
  readonly repeat?: boolean;
}

async function callTools(context: ProbeContext, tools: readonly ListedTool[], calling: Calling): Promise<void> {
  const { calls, repeat = false } = calling;
  const right = new Map<string, JsonObject>();
  // Twice: what one tool lists, another takes, and nobody says in which order.
  for (const tool of [...tools, ...tools]) {
    if (right.has(tool.name) || context.signal.aborted) continue;
    await guard(tool, calling, async () => {
      const input = await findWorkingInput(context, tool, calling);
      if (input === undefined) return;
      right.set(tool.name, input);
      if (repeat) calls.push(await call(context, calling, tool, { purpose: "repeat", input }));
    });
  }
  for (const tool of tools) {
    context.status(`calling ${tool.name} with mistakes`);
    const input = right.get(tool.name) ?? calls.find((call) => call.tool === tool.name)?.input ?? {};
    await guard(tool, calling, async () => await callWithMistakes(context, tool, { ...calling, input }));
  }
}

/** What is odd in one tool must not cost the calls of the others. */
async function guard({ name }: ListedTool, { failures }: Calling, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof NotMeasured) throw error;
    failures.set(name, `${name} could not be called: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function callWithMistakes(
  context: ProbeContext,
  tool: ListedTool,
  { input, ...calling }: Calling & { readonly input: JsonObject },
): Promise<void> {
  const { calls } = calling;
  for (const bad of makeBadInputs(tool, input)) {
    if (context.signal.aborted || countSilences(calls, tool) >= maxSilences) return;
    if (runsWhole(bad) && isSlow(calls, tool)) continue;
    calls.push(await call(context, calling, tool, bad));
  }
}

/** A tool that does not answer costs a whole deadline each time. */
const maxSilences = 2;
/** The other probes need their time, too. */
const maxSilencesInAll = 10;

function countSilences(calls: readonly SeenCall[], { name }: ListedTool): number {
  return calls.filter(({ tool, reply }) => tool === name && reply.kind === "silence").length;
}

const slowMs = 3_000;

/** Mistakes that a tool does not stop at cost a whole call. */
function runsWhole({ purpose }: { readonly purpose: Purpose }): boolean {
  return purpose === "unknown-argument" || purpose === "no-hits";
}

function isSlow(calls: readonly SeenCall[], { name }: ListedTool): boolean {
  return calls.some(({ tool, purpose, reply }) => tool === name && purpose === "valid" && reply.afterMs > slowMs);
}

/** Tries inputs until one works. Those that were tried before are not tried again. */
async function findWorkingInput(
  context: ProbeContext,
  tool: ListedTool,
  calling: Calling,
): Promise<JsonObject | undefined> {
  const { work, learned, calls } = calling;
  context.status(`calling ${tool.name}`);
  const given = givenFor(context.inputs, tool.name, work);
  const tried = new Set(calls.filter((call) => call.tool === tool.name).map(({ input }) => JSON.stringify(input)));
  for (const input of [...given, ...makeInputs(tool.inputSchema, { work, learned })]) {
    if (tried.has(JSON.stringify(input)) || context.signal.aborted) continue;
    const made = await call(context, calling, tool, { purpose: "valid", input });
    calls.push(made);
    if (made.reply.kind === "silence") return undefined;
    if (!isSuccess(made.reply)) continue;
    learned.add(tool.name, made.reply.result);
    return input;
  }
  return undefined;
}

async function call(
  { limits }: ProbeContext,
  { live, calls }: Calling,
  { name }: ListedTool,
  { purpose, field, input }: { purpose: Purpose; field?: string; input: JsonObject },
): Promise<SeenCall> {
  if (calls.filter(({ reply }) => reply.kind === "silence").length >= maxSilencesInAll) {
    throw new NotMeasured(`${maxSilencesInAll} calls got no answer; no other was made.`);
  }
  const session = await live.get();
  const { reply, progress } = await session.callTool(name, input, limits.callMs);
  if (reply.kind === "silence") await live.drop();
  return { tool: name, purpose, input, ...(field === undefined ? {} : { field }), progress, reply };
}

/** Whether a call did what it was asked to. */
export function isSuccess(reply: Reply): reply is Reply & { kind: "result" } {
  return reply.kind === "result" && reply.result["isError"] !== true;
}

/** One call that worked of each tool that may be called in the working directory itself. */
export function callsThatWorked({ callable }: ProbeContext, calls: readonly SeenCall[]): readonly SeenCall[] {
  return callable.flatMap(({ name }) => findWorkingCall(calls, name) ?? []);
}

/** The first call of a tool that was meant to work and did. */
export function findWorkingCall(calls: readonly SeenCall[], name: string): SeenCall | undefined {
  return calls.find(({ tool, purpose, reply }) => tool === name && purpose === "valid" && isSuccess(reply));
}
