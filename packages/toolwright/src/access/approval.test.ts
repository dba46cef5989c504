import { expect, test } from "vitest";
import * as z from "zod";
import { deferred, sampleKernel, sampleTool, settled, writes } from "../../test/sample.ts";
import { removing, requestOf } from "../../test/removing.ts";
import { verifies } from "../../test/verifies.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { ApprovalRequest } from "./approval.ts";
import { rememberClaims } from "./sealed-state.ts";

const one = { host: "test", session: "one", principal: "tester" };

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
    filledIn: {},
    reason: "it can destroy data",
    session: "one",
    principal: "tester",
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

verifies(
  "access:approval-bound",
  "it is good for one call of the same tool, input, session and principal",
  async () => {
    const { tool, ran } = removing();
    const other = sampleTool(() => "ran", { name: "other", effects: writes });
    const { kernel } = sampleKernel([tool, other]);
    const request = requestOf(await kernel.call("remove_file", { text: "a" }, { caller: one }));
    const approval = { request, decision: "approved" } as const;
    const attempts = [
      await kernel.call("remove_file", { text: "b" }, { caller: one, approval }),
      await kernel.call("other", { text: "a" }, { caller: one, approval }),
      await kernel.call(
        "remove_file",
        { text: "a" },
        { caller: { host: "test", session: "two", principal: "tester" }, approval },
      ),
      await kernel.call("remove_file", { text: "a" }, { caller: { ...one, principal: "another" }, approval }),
      await kernel.call("remove_file", { text: "a" }, { caller: one, approval }),
      await kernel.call("remove_file", { text: "a" }, { caller: one, approval }),
    ];
    expect(attempts.map((outcome) => outcome.status)).toEqual([
      "needs_approval",
      "needs_approval",
      "needs_approval",
      "needs_approval",
      "ok",
      "needs_approval",
    ]);
    expect(ran).toHaveLength(1);
  },
);

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

verifies("access:approval-bound", "what a transform makes of the input is no way around it", async () => {
  const removed: string[] = [];
  const tool = defineTool({
    name: "remove",
    description: "Removes.",
    input: z.strictObject({
      paths: z
        .array(z.string())
        .transform((paths) => new Set(paths))
        .describe("What to remove"),
      token: z
        .string()
        .default(() => crypto.randomUUID())
        .describe("Different in every call"),
    }),
    effects: writes,
    handle: ({ paths }) => void removed.push(...paths),
  });
  const { kernel } = sampleKernel([tool]);
  const request = requestOf(await kernel.call("remove", { paths: ["/tmp/a"] }));
  expect(request.input).toEqual({ paths: ["/tmp/a"] });
  const approval = { request, decision: "approved" } as const;
  expect((await kernel.call("remove", { paths: ["/etc"] }, { approval })).status).toBe("needs_approval");
  expect((await kernel.call("remove", { paths: ["/tmp/a"] }, { approval })).status).toBe("ok");
  expect(removed).toEqual(["/tmp/a"]);
});

verifies("access:approval-bound", "a call that was cancelled meanwhile does not use it up", async () => {
  const { tool, ran } = removing();
  const thinking = deferred<{ verdict: "ask" }>();
  let thinks = false;
  const { kernel } = sampleKernel([tool], { access: () => (thinks ? thinking.promise : { verdict: "ask" }) });
  const approval = { request: requestOf(await kernel.call("remove_file", {})), decision: "approved" } as const;
  const controller = new AbortController();
  thinks = true;
  const cancelled = kernel.call("remove_file", {}, { approval, signal: controller.signal });
  await settled();
  controller.abort();
  expect((await cancelled).status).toBe("cancelled");
  thinks = false;
  thinking.resolve({ verdict: "ask" });
  await settled();
  expect((await kernel.call("remove_file", {}, { approval })).status).toBe("ok");
  expect(ran).toHaveLength(1);
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
