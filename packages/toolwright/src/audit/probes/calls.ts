import { makeBadInputs } from "../inputs/bad-inputs.ts";
import { givenFor } from "../inputs/given-inputs.ts";
import { createLearnedValues, type LearnedValues } from "../inputs/learned-values.ts";
import { makeInputs } from "../inputs/make-input.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { ListedTool, Purpose, Reply, SeenCall } from "../seen.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { openLiveSession, type LiveSession } from "./live-session.ts";

/** Calls every tool that may be called: with an input that should work, then with one mistake of each kind. */
export const callsProbe = defineProbe("calls", async (context) => {
  const live = openLiveSession(context);
  const learned = createLearnedValues();
  const calls: SeenCall[] = [];
  try {
    const right = new Map<string, JsonObject>();
    // Twice: what one tool lists, another takes, and nobody says in which order.
    for (const tool of [...context.callable, ...context.callable]) {
      if (right.has(tool.name) || context.signal.aborted) continue;
      const input = await findWorkingInput(context, live, tool, learned, calls);
      if (input !== undefined) right.set(tool.name, input);
    }
    for (const tool of context.callable) {
      context.status(`calling ${tool.name} with mistakes`);
      const input = right.get(tool.name) ?? calls.find((call) => call.tool === tool.name)?.input ?? {};
      for (const bad of makeBadInputs(tool, input)) {
        if (context.signal.aborted) break;
        if (countSilences(calls, tool) >= maxSilences) break;
        calls.push(await call(context, live, tool, bad));
      }
    }
  } finally {
    await live.close();
  }
  return calls;
});

/** A tool that does not answer costs a whole deadline each time. */
const maxSilences = 2;

function countSilences(calls: readonly SeenCall[], { name }: ListedTool): number {
  return calls.filter(({ tool, reply }) => tool === name && reply.kind === "silence").length;
}

/** Tries inputs until one works. Those that were tried before are not tried again. */
async function findWorkingInput(
  context: ProbeContext,
  live: LiveSession,
  tool: ListedTool,
  learned: LearnedValues,
  calls: SeenCall[],
): Promise<JsonObject | undefined> {
  context.status(`calling ${tool.name}`);
  const work = context.target.place?.work;
  const given = givenFor(context.inputs, tool.name, work);
  const tried = new Set(calls.filter((call) => call.tool === tool.name).map(({ input }) => JSON.stringify(input)));
  for (const input of [...given, ...makeInputs(tool.inputSchema, { work, learned })]) {
    if (tried.has(JSON.stringify(input)) || context.signal.aborted) continue;
    const made = await call(context, live, tool, { purpose: "valid", input });
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
  live: LiveSession,
  { name }: ListedTool,
  { purpose, field, input }: { purpose: Purpose; field?: string; input: JsonObject },
): Promise<SeenCall> {
  const session = await live.get();
  const { reply, progress } = await session.callTool(name, input, limits.callMs);
  if (reply.kind === "silence") await live.drop();
  return { tool: name, purpose, input, ...(field === undefined ? {} : { field }), progress, reply };
}

/** Whether a call did what it was asked to. */
export function isSuccess(reply: Reply): reply is Reply & { kind: "result" } {
  return reply.kind === "result" && reply.result["isError"] !== true;
}

/** One call of each tool that worked. */
export function callsThatWorked(calls: readonly SeenCall[]): readonly SeenCall[] {
  const worked = calls.filter(({ purpose, reply }) => purpose === "valid" && isSuccess(reply));
  return worked.filter(({ tool }, index) => worked.findIndex((each) => each.tool === tool) === index);
}
