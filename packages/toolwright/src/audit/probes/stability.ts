import type { JsonObject } from "../../tool/schema.ts";
import { readTools } from "./list.ts";
import { callsThatWorked } from "./calls.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { type ServerConnection } from "./target.ts";

const mostCalls = 3;

/** Reads the list at two starts, and at the second again after some calls. */
export const stabilityProbe = defineProbe({ name: "stability", uses: ["calls"] }, async (context, { calls = [] }) => {
  context.status("reading the list again");
  const first = await look(context, "the first start", async () => {});
  const second = await look(context, "the second start", async ({ session }) => {
    for (const { tool, input } of callsThatWorked(context, calls).slice(0, mostCalls)) {
      await session.callTool(tool, input, context.limits.callMs);
    }
  });
  return { lists: [...first.slice(0, 1), ...second] };
});

async function look(
  { target, limits }: ProbeContext,
  when: string,
  between: (connection: ServerConnection) => Promise<void>,
): Promise<{ when: string; tools: readonly string[]; order: string }[]> {
  const connection = await target.connect();
  try {
    const before = await readTools(connection.session, limits.answerMs);
    await between(connection);
    const after = await readTools(connection.session, limits.answerMs);
    return [describeList(when, before), describeList("the list after calls", after)];
  } finally {
    await connection.close();
  }
}

function describeList(
  when: string,
  tools: readonly JsonObject[],
): { when: string; tools: readonly string[]; order: string } {
  return {
    when,
    tools: tools.map((tool) => JSON.stringify(tool)),
    order: tools.map(({ name }) => (typeof name === "string" ? name : "")).join(" "),
  };
}
