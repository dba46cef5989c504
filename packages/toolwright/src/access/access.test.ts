import { expect } from "vitest";
import * as z from "zod";
import { reads, sampleKernel, sampleTool, writes } from "../../test/sample.ts";
import { removing, requestOf } from "../../test/removing.ts";
import { verifies } from "../../test/verifies.ts";
import { defineTool } from "../tool/define-tool.ts";
import { rememberClaims } from "./sealed-state.ts";

const one = { host: "test", session: "one", principal: "tester" };

verifies("access:hidden", "it is not listed, not callable, and the reason is told", async () => {
  let available = false;
  const { kernel } = sampleKernel(
    [sampleTool(() => "found", { name: "find_symbol", needs: ["lsp"] }), sampleTool(() => "seen")],
    {
      capabilities: {
        lsp: () => (available ? { available } : { available, reason: "no server runs", remedy: "Call start_server." }),
      },
    },
  );
  const before = await kernel.list();
  expect(before.visible.map((tool) => tool.name)).toEqual(["sample"]);
  expect(before.hidden).toMatchObject([
    { tool: { name: "find_symbol" }, reason: "no server runs", remedy: "Call start_server." },
  ]);
  expect(await kernel.call("find_symbol", {})).toMatchObject({
    status: "hidden",
    error: { message: "find_symbol is not available (it needs lsp): no server runs. Call start_server." },
  });
  expect((await kernel.call("find_symbl", {})).status).toBe("unknown_tool");
  available = true;
  expect((await kernel.list()).hidden).toEqual([]);
  expect((await kernel.call("find_symbol", {})).status).toBe("ok");
});

verifies("access:probe-bounded", "a probe that throws, hangs or answers nonsense counts as missing", async () => {
  const { kernel, clock } = sampleKernel(
    ["throwing", "rejecting", "hanging", "mumbling"].map((name) => sampleTool(() => "ran", { name, needs: [name] })),
    {
      capabilities: {
        throwing: () => {
          throw new Error("probe secret");
        },
        rejecting: () => Promise.reject(new Error("probe secret")),
        hanging: () => new Promise(() => {}),
        mumbling: () => JSON.parse("{}"),
      },
    },
  );
  const calls = kernel.toolNames.map((name) => kernel.call(name, {}));
  await clock.advance(1_000);
  const outcomes = await Promise.all(calls);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["hidden", "hidden", "hidden", "hidden"]);
  expect(JSON.stringify(outcomes)).not.toContain("secret");
  expect(clock.pendingTimers()).toBe(0);
});

verifies(
  "access:before-dispatch",
  "a denied call never reaches its handler, and the policy sees what was understood",
  async () => {
    const { tool, ran } = removing();
    const seen: unknown[] = [];
    const { kernel } = sampleKernel([tool], {
      access({ tool: asked, input, caller }) {
        seen.push([asked.name, input, caller.session]);
        return { verdict: "deny", reason: "not today" };
      },
    });
    expect(await kernel.call("remove_file", { text: 5 }, { caller: one })).toMatchObject({
      status: "denied",
      error: { message: "remove_file is denied: not today." },
    });
    expect(seen).toEqual([["remove_file", { text: "5" }, "one"]]);
    expect(ran).toEqual([]);
  },
);

verifies("access:fail-closed", "a policy that throws or answers nonsense denies and is reported", async () => {
  const faulty = [
    () => {
      throw new Error("policy secret");
    },
    () => Promise.reject(new Error("policy secret")),
    () => JSON.parse('{"verdict":"maybe"}'),
    () => JSON.parse("null"),
  ];
  for (const access of faulty) {
    const { tool, ran } = removing();
    const { kernel, events } = sampleKernel([tool], { access });
    const outcome = await kernel.call("remove_file", {});
    expect(outcome.status).toBe("denied");
    expect(JSON.stringify(outcome)).not.toContain("secret");
    expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "policy" }));
    expect(ran).toEqual([]);
  }
});

verifies("access:default-tier", "observe runs, confirm asks, and a stricter tier counts", async () => {
  const { kernel } = sampleKernel([
    sampleTool(() => "ran", { name: "looks" }),
    sampleTool(() => "ran", { name: "changes", effects: writes }),
    sampleTool(() => "ran", { name: "pries", effects: reads, tier: "confirm" }),
  ]);
  const statuses = await Promise.all(
    ["looks", "changes", "pries"].map(async (name) => (await kernel.call(name, {})).status),
  );
  expect(statuses).toEqual(["ok", "needs_approval", "needs_approval"]);
});

verifies("access:read-only", "read-only mode stands above an explicit allow and an approval", async () => {
  const { tool, ran } = removing();
  let readOnly = false;
  const rules = () =>
    sampleKernel([tool], {
      access: { readOnly, tools: { remove_file: readOnly ? "allow" : "ask" } },
      approval: { shared: { key: new Uint8Array(32), claim: rememberClaims(() => 0) } },
    });
  const request = requestOf(await rules().kernel.call("remove_file", {}));
  readOnly = true;
  const outcome = await rules().kernel.call("remove_file", {}, { approval: { request, decision: "approved" } });
  expect(outcome).toMatchObject({
    status: "denied",
    error: { message: "remove_file is denied: read-only mode is on, and this tool changes something." },
  });
  expect(ran).toEqual([]);
});

verifies("access:per-tool", "each tool can be allowed, asked for or denied by name", async () => {
  const tools = ["a", "b", "c", "d"].map((name) => sampleTool(() => "ran", { name, effects: writes }));
  const { kernel } = sampleKernel(tools, { access: { tools: { a: "allow", b: "ask", c: "deny" }, confirm: "allow" } });
  const statuses = await Promise.all(kernel.toolNames.map(async (name) => (await kernel.call(name, {})).status));
  expect(statuses).toEqual(["ok", "needs_approval", "denied", "ok"]);
  expect(() => sampleKernel(tools, { access: { tools: { aa: "deny" } } })).toThrow('there is no tool "aa"');
});

verifies("access:before-dispatch", "the policy and the person see the defaults that the handler gets", async () => {
  const tool = defineTool({
    name: "clean",
    description: "Cleans.",
    input: z.strictObject({ force: z.boolean().default(true).describe("Whether to force") }),
    effects: writes,
    handle: (input) => input.force,
  });
  const { kernel } = sampleKernel([tool], {
    access: ({ input }) => (input["force"] === true ? { verdict: "deny", reason: "no force" } : { verdict: "allow" }),
  });
  expect((await kernel.call("clean", {})).status).toBe("denied");
  expect((await kernel.call("clean", { force: false })).status).toBe("ok");
  const asking = sampleKernel([tool]).kernel;
  const request = requestOf(await asking.call("clean", {}));
  expect(request).toMatchObject({ input: {}, filledIn: { force: true } });
  expect((await asking.call("clean", {}, { approval: { request, decision: "approved" } })).status).toBe("ok");
});

verifies("access:hidden", "all tools that share a hanging probe are listed within its one second", async () => {
  let probes = 0;
  const tools = Array.from({ length: 40 }, (_, index) =>
    sampleTool(() => "ran", { name: `tool_${index}`, needs: ["gpu"] }),
  );
  const { kernel, clock } = sampleKernel(tools, {
    capabilities: {
      gpu() {
        probes += 1;
        return new Promise(() => {});
      },
    },
  });
  const listing = kernel.list();
  await clock.advance(1_000);
  expect((await listing).hidden).toHaveLength(40);
  expect(probes).toBe(1);
});

verifies("access:remedy", "what a person can do comes with the refusal, in the words of the policy", async () => {
  const { tool } = removing();
  const remedy = "The person can set `files.remove` in its settings.";
  const ending = async (verdict: "ask" | "deny", words: { readonly remedy?: string }) =>
    await sampleKernel([tool], { access: () => ({ verdict, reason: "not unasked", ...words }) }).kernel.call(
      "remove_file",
      {},
    );
  expect(await ending("ask", { remedy })).toMatchObject({ status: "needs_approval", remedy });
  expect(await ending("ask", {})).not.toHaveProperty("remedy");
  expect(await ending("deny", { remedy })).toMatchObject({
    error: { message: `remove_file is denied: not unasked. ${remedy}` },
  });
  const { kernel } = sampleKernel([tool]);
  expect(await kernel.call("remove_file", {})).toMatchObject({
    remedy: expect.stringContaining("toolwright serve --allow remove_file"),
  });
});
