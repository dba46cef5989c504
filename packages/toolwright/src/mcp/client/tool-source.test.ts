import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createKernel } from "../../call/kernel.ts";
import { waitFor } from "../../process/fixtures/process-search.ts";
import { createReadOutputTool } from "../../spill/read-output.ts";
import { openSpillStore } from "../../spill/spill-store.ts";
import { deferred } from "../../tool/deferred.ts";
import type { AdoptedTools } from "./source-contract.ts";
import { allowingKernel, fixtureServer, openFixture, temporaryFile } from "./fixtures/sources.ts";

verifies("tool-source:adopted", "a server's tool answers through the kernel under its adopted name", async () => {
  const { source, faults } = await openFixture(fixtureServer("good"));
  expect(source.serverInfo).toEqual({ name: "good-server", version: "1.2.3", protocolVersion: "2026-07-28" });
  expect(source.instructions).toBe("Use `echo` wisely.");
  const kernel = allowingKernel(source.tools);
  expect(await kernel.call("far__echo", { words: "hi", times: 2 })).toMatchObject({
    status: "ok",
    text: "hi hi",
    value: { text: "hi hi", attachments: [] },
  });
  expect(kernel.tool("far__echo")).toMatchObject({
    title: "far: Echo words",
    description: "[from far] Gives back what it gets.",
    guide: undefined,
  });
  expect(source.skipped).toEqual([]);
  expect(faults).toEqual([]);
});

verifies("tool-source:tier", "a tool that calls itself read-only asks all the same", async () => {
  const { source } = await openFixture(fixtureServer("good"));
  const asking = createKernel({ tools: source.tools });
  expect(await asking.call("far__echo", { words: "hi" })).toMatchObject({ status: "needs_approval" });
  const readOnly = createKernel({ tools: source.tools, access: { readOnly: true, confirm: "allow" } });
  expect(await readOnly.call("far__echo", { words: "hi" })).toMatchObject({ status: "denied" });
  const allowing = createKernel({ tools: source.tools, access: { tools: { far__echo: "allow" } } });
  expect(await allowing.call("far__echo", { words: "hi" })).toMatchObject({ status: "ok" });
});

verifies("tool-source:tier", "it runs unasked where the host trusts the annotations or the tool", async () => {
  const trusting = await openFixture(fixtureServer("good"), { trust: { annotations: true } });
  const kernel = createKernel({ tools: trusting.source.tools });
  expect(await kernel.call("far__echo", { words: "hi" })).toMatchObject({ status: "ok" });
  expect(await kernel.call("far__fail", {})).toMatchObject({ status: "needs_approval" });

  const { source, faults } = await openFixture(fixtureServer("good"), {
    trust: { tools: { data: "observe", ekho: "observe" } },
  });
  const picky = createKernel({ tools: source.tools });
  expect(await picky.call("far__data", {})).toMatchObject({ status: "ok" });
  expect(await picky.call("far__echo", { words: "hi" })).toMatchObject({ status: "needs_approval" });
  expect(faults).toEqual(['far: trust.tools names "ekho", which is no tool of the server.']);
});

verifies("tool-source:schema", "an input that the server's schema refuses never reaches the server", async () => {
  const { source } = await openFixture(fixtureServer("good"));
  const kernel = allowingKernel(source.tools);
  const outcome = await kernel.call("far__echo", { wordz: "hi", times: "many" });
  expect(outcome).toMatchObject({ status: "invalid_input" });
  expect(outcome.status === "ok" ? "" : outcome.error.message).toMatchInlineSnapshot(
    `"far__echo was not run, its input is not valid. Unknown argument "wordz". Did you mean "words"? Valid arguments: words, times. \`words\` is missing (What to give back). \`times\`: expected integer, got "many" (string)."`,
  );
});

verifies("tool-source:answer", "every kind of content arrives in its place", async () => {
  const { source } = await openFixture(fixtureServer("good"));
  const kernel = allowingKernel(source.tools);
  expect(await kernel.call("far__media", {})).toMatchObject({
    text: `one\ndoc://long:\n${"x".repeat(3000)}\ntwo`,
    attachments: [
      { kind: "image", mimeType: "image/png", data: "aW1n" },
      { kind: "audio", mimeType: "audio/wav", data: "c25k" },
      { kind: "resource", uri: "doc://a", mimeType: "text/plain", body: { text: "inside" } },
      { kind: "resource", uri: "doc://b", body: { blob: "Yg==" } },
      { kind: "link", uri: "doc://c", name: "c", title: "See c" },
    ],
  });
  expect(await kernel.call("far__data", {})).toMatchObject({
    text: '{"sum":3}',
    value: { text: "", structured: { sum: 3 } },
  });
});

verifies("tool-source:answer", "a long answer is spilled like one of our own", async () => {
  const { source } = await openFixture(fixtureServer("good"));
  const store = openSpillStore({ directory: temporaryFile("spill") });
  const tools = [...source.tools, createReadOutputTool(store)];
  const kernel = createKernel({
    tools,
    access: { confirm: "allow" },
    output: { store, readWith: "read_output", budgetTokens: 1000 },
  });
  expect(await kernel.call("far__long", {})).toMatchObject({ status: "ok", spill: { bytes: 100_000 } });
});

verifies("tool-source:remote-error", "the server's error is told in clean words and as the server's", async () => {
  const { source } = await openFixture(fixtureServer("good"));
  expect(await allowingKernel(source.tools).call("far__fail", {})).toMatchObject({
    status: "tool_error",
    error: { code: "remote_error", message: "far reports: no such thing" },
  });
});

verifies("tool-source:cancel", "the server hears of a cancelled call", async () => {
  for (const era of ["dual", "legacy"]) {
    const journal = temporaryFile("journal");
    const { source } = await openFixture(fixtureServer("good", era, journal));
    const abort = new AbortController();
    const kernel = allowingKernel(source.tools);
    const call = kernel.call("far__wait", {}, { signal: abort.signal });
    // The server handles its messages in order, so that the call has begun when this one is answered.
    await kernel.call("far__echo", { words: "hi" });
    abort.abort();
    expect(await call).toMatchObject({ status: "cancelled" });
    expect(await waitFor(() => existsSync(journal))).toBe(true);
  }
});

verifies("tool-source:progress", "progress is passed on and counts as a sign of work", async () => {
  const { source, faults } = await openFixture(fixtureServer("good"), { callStallMs: 20_000 });
  const reports: unknown[] = [];
  const kernel = allowingKernel(source.tools);
  const options = { onProgress: (report: unknown) => reports.push(report) };
  expect(await kernel.call("far__count", { to: 14 }, options)).toMatchObject({ status: "ok", text: "counted to 14" });
  expect(reports[0]).toMatchObject({ done: 1, total: 14, message: "step 1" });
  expect(reports.at(-1)).toMatchObject({ done: 14, total: 14 });
  expect(faults).toEqual([]);
});

verifies("tool-source:progress", "the last word is not lost when it comes together with the answer", async () => {
  const { source, faults } = await openFixture(fixtureServer("raw", "hurried"));
  const reports: unknown[] = [];
  const options = { onProgress: (report: unknown) => reports.push(report) };
  expect(await allowingKernel(source.tools).call("far__act", {}, options)).toMatchObject({ status: "ok" });
  expect(reports.at(-1)).toMatchObject({ done: 3 });
  expect(faults).toEqual([]);
});

verifies("tool-source:progress", "a server that shows no sign of work is not waited for", async () => {
  const { source } = await openFixture(fixtureServer("raw", "silent"), { callStallMs: 2_000 });
  expect(await allowingKernel(source.tools).call("far__act", {})).toMatchObject({ status: "stalled" });
  expect(await allowingKernel(source.tools).call("far__tell", {})).toMatchObject({ status: "ok" });
});

verifies("tool-source:no-questions", "a server that asks is refused in either protocol", async () => {
  const modern = await openFixture(fixtureServer("good"));
  expect(await allowingKernel(modern.source.tools).call("far__ask", {})).toMatchObject({
    error: { code: "remote_needs_input", message: expect.stringContaining("give everything in the input") },
  });
  expect(await allowingKernel(modern.source.tools).call("far__ask_again", {})).toMatchObject({
    error: { code: "remote_needs_input" },
  });
  const legacy = await openFixture(fixtureServer("good", "legacy"));
  expect(legacy.source.serverInfo.protocolVersion).toBe("2025-11-25");
  expect(await allowingKernel(legacy.source.tools).call("far__ask", {})).toMatchObject({ status: "tool_error" });
  const rude = await openFixture(fixtureServer("raw", "asks"));
  expect(await allowingKernel(rude.source.tools).call("far__act", {})).toMatchObject({ text: "refused: -32601" });
});

verifies("tool-source:protocols", "old servers are understood, also those that the probe confuses", async () => {
  for (const mode of ["plain", "exit-on-unknown", "mute"]) {
    const { source } = await openFixture(fixtureServer("raw", mode), { startTimeoutMs: 15_000 });
    expect(source.serverInfo.protocolVersion).toBe("2025-06-18");
    expect(await allowingKernel(source.tools).call("far__tell", {})).toMatchObject({ text: `tell of ${mode} ` });
  }
});

verifies("tool-source:pages", "all pages are read", async () => {
  const { source } = await openFixture(fixtureServer("raw", "paged"));
  expect(source.tools.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((page) => `far__page_${page}`));
});

verifies("tool-source:pages", "a list without end and a list that is too long are cut, and it is said", async () => {
  const endless = await openFixture(fixtureServer("raw", "endless"));
  expect(endless.source.tools.map(({ name }) => name)).toEqual(["far__one"]);
  expect(endless.source.skipped).toEqual([
    { name: "one", reason: "the server lists it twice" },
    { name: "(more)", reason: "The server's list comes to page 2 again and again." },
  ]);
  const many = await openFixture(fixtureServer("raw", "many"), { maxTools: 28 });
  expect(many.source.tools).toHaveLength(28);
  expect(many.source.skipped).toEqual(
    ["t28", "t29"].map((name) => ({ name, reason: "only the first 28 tools are taken; raise maxTools" })),
  );
});

verifies("tool-source:changed", "a new tool is told, and it does not take the name of an old one", async () => {
  for (const era of ["dual", "legacy"]) {
    const changes: AdoptedTools[] = [];
    const changed = deferred();
    const { source } = await openFixture(fixtureServer("good", era), {
      onToolsChanged(change) {
        changes.push(change);
        changed.resolve();
      },
    });
    const before = source.tools.map(({ name }) => name);
    await allowingKernel(source.tools).call("far__grow", {});
    await changed.promise;
    expect(changes).toHaveLength(1);
    expect(source.tools).toBe(changes[0]?.tools);
    const after = source.tools.map(({ name }) => name);
    const [added = "", ...others] = after.filter((name) => !before.includes(name));
    expect(others).toEqual([]);
    expect(added).toMatch(/^far__get_user_[a-z0-9]{7}$/);
    expect(after).toEqual(expect.arrayContaining(before));
    const kernel = allowingKernel(source.tools);
    expect(await kernel.call("far__get_user", {})).toMatchObject({ text: "old" });
    expect(await kernel.call(added, {})).toMatchObject({ text: "new" });
  }
});

verifies("tool-source:environment", "the server sees what is safe and what it was given", async () => {
  process.env["SECRET_OF_THE_HOST"] = "yes";
  const server = { ...fixtureServer("good"), env: { GIVEN: "1" } };
  const { source } = await openFixture(server).finally(() => delete process.env["SECRET_OF_THE_HOST"]);
  const outcome = await allowingKernel(source.tools).call("far__environment", {});
  const names = outcome.status === "ok" ? outcome.text.split(" ") : [];
  expect(names).toEqual(expect.arrayContaining(["PATH", "GIVEN"]));
  expect(names.filter((name) => /SECRET|NODE_OPTIONS|VITEST/.test(name))).toEqual([]);
});

test("options that cannot work are refused with all their problems", async () => {
  const opening = openFixture({ url: "ftp://user:pass@example.com" }, { name: "Far-Away", maxTools: 0 });
  await expect(opening).rejects.toMatchObject({ name: "ToolSourceError", code: "invalid_options" });
  await expect(opening).rejects.toThrowErrorMatchingInlineSnapshot(
    `[ToolSourceError: The tool source cannot be opened: name "Far-Away" (string) must be snake_case of at most 24 characters, such as "github"; url must begin with http: or https:, not ftp:; maxTools 0 (number) must be a positive number of at most 2147483647.]`,
  );
});
