import { expect, test } from "vitest";
import { z } from "zod";
import { reads, sampleKernel, sampleTool, writes } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import type { Outcome } from "../call/outcome.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { ApprovalRequest } from "./approval.ts";
import { rememberClaims } from "./used-approvals.ts";

const one = { host: "test", session: "one" };

function removing() {
  const ran: unknown[] = [];
  const tool = sampleTool(
    (input) => {
      ran.push(input);
      return "removed";
    },
    { name: "remove_file", effects: writes },
  );
  return { tool, ran };
}

function requestOf(outcome: Outcome): ApprovalRequest {
  if (outcome.status !== "needs_approval") throw new Error(`expected needs_approval, got ${outcome.status}`);
  return outcome.request;
}

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
      approval: { shared: sharedDesk() },
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

verifies("access:approval-data", "the request survives JSON and approves the call it was made for", async () => {
  const { tool, ran } = removing();
  const { kernel } = sampleKernel([tool]);
  const request = requestOf(await kernel.call("remove_file", { text: "a" }, { caller: one }));
  expect(request).toEqual({
    version: 1,
    id: expect.any(String),
    tool: "remove_file",
    title: "Remove file",
    effects: writes,
    input: { text: "a" },
    reason: "it can destroy data",
    session: "one",
    expiresAt: 1_700_000_600_000,
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const sent: ApprovalRequest = JSON.parse(JSON.stringify(request));
  const outcome = await kernel.call(
    "remove_file",
    { text: "a" },
    { caller: one, approval: { request: sent, decision: "approved" } },
  );
  expect(outcome).toMatchObject({ status: "ok", text: "removed" });
  expect(ran).toEqual([{ text: "a" }]);
});

verifies("access:approval-expires", "an expired request approves nothing and is replaced by a new one", async () => {
  const { tool, ran } = removing();
  const { kernel, clock } = sampleKernel([tool], { approval: { timeToLiveMs: 1_000 } });
  const request = requestOf(await kernel.call("remove_file", {}));
  await clock.advance(1_000);
  const renewed = requestOf(await kernel.call("remove_file", {}, { approval: { request, decision: "approved" } }));
  expect(renewed.id).not.toBe(request.id);
  expect(renewed.reason).toBe("it can destroy data; the approval given has expired");
  expect(ran).toEqual([]);
});

verifies("access:approval-bound", "it is good for one call of the same tool, input and session", async () => {
  const { tool, ran } = removing();
  const other = sampleTool(() => "ran", { name: "other", effects: writes });
  const { kernel } = sampleKernel([tool, other]);
  const request = requestOf(await kernel.call("remove_file", { text: "a" }, { caller: one }));
  const approval = { request, decision: "approved" } as const;
  const attempts = [
    await kernel.call("remove_file", { text: "b" }, { caller: one, approval }),
    await kernel.call("other", { text: "a" }, { caller: one, approval }),
    await kernel.call("remove_file", { text: "a" }, { caller: { host: "test", session: "two" }, approval }),
    await kernel.call("remove_file", { text: "a" }, { caller: one, approval }),
    await kernel.call("remove_file", { text: "a" }, { caller: one, approval }),
  ];
  expect(attempts.map((outcome) => outcome.status)).toEqual([
    "needs_approval",
    "needs_approval",
    "needs_approval",
    "ok",
    "needs_approval",
  ]);
  expect(ran).toHaveLength(1);
});

verifies("access:approval-bound", "two resumes at once run the call once", async () => {
  const { tool, ran } = removing();
  const { kernel } = sampleKernel([tool]);
  const approval = { request: requestOf(await kernel.call("remove_file", {})), decision: "approved" } as const;
  const both = await Promise.all([
    kernel.call("remove_file", {}, { approval }),
    kernel.call("remove_file", {}, { approval }),
  ]);
  expect(both.map((outcome) => outcome.status).toSorted()).toEqual(["needs_approval", "ok"]);
  expect(ran).toHaveLength(1);
});

verifies("access:approval-forged", "a changed request, another kernel's or nonsense is denied", async () => {
  const { tool, ran } = removing();
  const { kernel } = sampleKernel([tool]);
  const request = requestOf(await kernel.call("remove_file", { text: "a" }));
  const foreign = requestOf(await sampleKernel([tool]).kernel.call("remove_file", { text: "a" }));
  const forged = [
    { ...request, expiresAt: request.expiresAt + 1 },
    { ...request, input: { text: "b" } },
    { ...request, signature: "0".repeat(64) },
    { ...request, signature: "" },
    foreign,
  ];
  for (const candidate of forged) {
    const outcome = await kernel.call("remove_file", candidate.input, {
      approval: { request: candidate, decision: "approved" },
    });
    expect(outcome).toMatchObject({ status: "denied", error: { code: "approval_forged" } });
  }
  const outdated: ApprovalRequest = JSON.parse(JSON.stringify({ ...request, version: 2 }));
  expect(
    (await kernel.call("remove_file", { text: "a" }, { approval: { request: outdated, decision: "approved" } })).status,
  ).toBe("needs_approval");
  const nonsense: ApprovalRequest = JSON.parse("null");
  expect(
    (await kernel.call("remove_file", { text: "a" }, { approval: { request: nonsense, decision: "approved" } })).status,
  ).toBe("denied");
  expect(ran).toEqual([]);
});

verifies("access:approval-reevaluated", "a policy that denies now stands above an approval from before", async () => {
  const { tool, ran } = removing();
  let verdict: "ask" | "deny" = "ask";
  const { kernel } = sampleKernel([tool], { access: () => ({ verdict, reason: "rules changed" }) });
  const request = requestOf(await kernel.call("remove_file", {}));
  verdict = "deny";
  expect((await kernel.call("remove_file", {}, { approval: { request, decision: "approved" } })).status).toBe("denied");
  expect(ran).toEqual([]);
});

verifies("access:rejected", "a rejected call is denied and its request is spent", async () => {
  const { tool, ran } = removing();
  const { kernel } = sampleKernel([tool]);
  const request = requestOf(await kernel.call("remove_file", {}));
  expect(await kernel.call("remove_file", {}, { approval: { request, decision: "rejected" } })).toMatchObject({
    status: "denied",
    error: { code: "rejected", message: "A person rejected this call of remove_file. Do not repeat it unasked." },
  });
  expect((await kernel.call("remove_file", {}, { approval: { request, decision: "approved" } })).status).toBe(
    "needs_approval",
  );
  expect(ran).toEqual([]);
});

verifies("access:approval-bound", "kernels that share a key honour each other's requests, once in all", async () => {
  const { tool, ran } = removing();
  const shared = sharedDesk();
  const kernels = [1, 2, 3].map(() => sampleKernel([tool], { approval: { shared } }).kernel);
  const request = requestOf(await sampleKernel([tool], { approval: { shared } }).kernel.call("remove_file", {}));
  const statuses: string[] = [];
  for (const kernel of kernels) {
    statuses.push((await kernel.call("remove_file", {}, { approval: { request, decision: "approved" } })).status);
  }
  expect(statuses).toEqual(["ok", "needs_approval", "needs_approval"]);
  expect(ran).toHaveLength(1);
});

verifies("access:approval-bound", "a tool whose effects have changed since is asked for anew", async () => {
  const shared = sharedDesk();
  const harmless = sampleTool(() => "ran", { name: "tidy", effects: { ...writes, destructive: false } });
  const request = requestOf(await sampleKernel([harmless], { approval: { shared } }).kernel.call("tidy", {}));
  const destructive = sampleTool(() => "ran", { name: "tidy", effects: writes });
  const { kernel } = sampleKernel([destructive], { approval: { shared } });
  expect((await kernel.call("tidy", {}, { approval: { request, decision: "approved" } })).status).toBe(
    "needs_approval",
  );
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
  expect(request.input).toEqual({ force: true });
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

test("claims are forgotten once their request has expired", () => {
  let now = 0;
  const claimed = new Map<string, number>();
  const claim = rememberClaims(() => now, claimed);
  for (let index = 0; index < 100; index += 1) void claim(`id ${index}`, 1_000);
  now = 1_000;
  expect([claim("new", 2_000), claim("new", 2_000)]).toEqual([true, false]);
  expect(claimed.size).toBe(1);
});

function sharedDesk() {
  return { key: new Uint8Array(32).fill(7), claim: rememberClaims(() => 0) };
}
