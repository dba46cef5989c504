import { expect, test } from "vitest";
import * as z from "zod";
import { verifies } from "../../../test/verifies.ts";
import { createKernel } from "../../call/kernel.ts";
import type { Caller } from "../../tool/call-context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { reads } from "../../tool/effects.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";

test("services and tools see who asks: the agent's host, the thread as session, and the principal, in subagents too", async () => {
  const seen: unknown[] = [];
  const look = defineTool({
    name: "look",
    description: "Looks who asks.",
    input: z.strictObject({}),
    effects: reads,
    handle(_input, services: { readonly caller: Caller }, call) {
      seen.push([services.caller, call.caller]);
      return "Seen.";
    },
  });
  const kernel = createKernel({ tools: [look], services: (caller) => ({ caller }), onEvent: () => {} });
  const below = scriptModel({ calls: [{ tool: "look" }] }, { text: "ok" });
  const make = () =>
    createAgent({
      model: scriptModel({ calls: [{ tool: "look" }, { tool: "ask", input: { task: "Look." } }] }, { text: "ok" }),
      kernel,
      subagents: [{ name: "ask", description: "Looks.", tools: ["look"], model: below }],
    });
  await make().run("t", "go").outcome;
  const usual = { host: "agent", session: "t", principal: "user" };
  expect(seen).toEqual([
    [usual, usual],
    [usual, usual],
  ]);
  seen.length = 0;
  await make().run("t", "go", { caller: { principal: "anna" } }).outcome;
  expect(seen[0]).toEqual([
    { ...usual, principal: "anna" },
    { ...usual, principal: "anna" },
  ]);
});

verifies("loop:cancel", "before the first word of a model that heeds no signal", async () => {
  const model = scriptModel({ hangs: true });
  const run = createAgent({ model, kernel: noteKernel(createTrace()) }).run("t", "go");
  await expect.poll(() => model.requests.length).toBe(1);
  run.cancel();
  expect(await run.outcome).toMatchObject({ status: "cancelled", text: "" });
});
