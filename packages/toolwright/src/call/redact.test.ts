import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { sampleKernel, sampleTool } from "../../test/sample.ts";
import type { Redact } from "../output/redact.ts";
import { createReadOutputTool } from "../spill/read-output.ts";
import { openSpillStore } from "../spill/spill-store.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { ProgressReport } from "./progress.ts";

const redact: Redact = (text, field) => (field === "path" ? text : text.replaceAll("KEY-1", "[gone]"));

verifies("output:redacted", "text, value and attachments leave without what the host takes out", async () => {
  const value = { path: "KEY-1.txt", text: "a KEY-1", list: [{ deep: "KEY-1" }, 5, null], kept: new Date(0) };
  const tool = sampleTool(() => value, {
    format: () => "the KEY-1",
    attach: () => [
      { kind: "resource", uri: "x://KEY-1", body: { text: "KEY-1" } },
      { kind: "image", mimeType: "image/png", data: "KEY-1" },
    ],
  });
  const outcome = await sampleKernel([tool], { output: { redact } }).kernel.call("sample", {});
  expect(outcome).toMatchObject({
    status: "ok",
    text: "the [gone]",
    value: { path: "KEY-1.txt", text: "a [gone]", list: [{ deep: "[gone]" }, 5, null], kept: new Date(0) },
    attachments: [{ uri: "x://KEY-1", body: { text: "[gone]" } }, { data: "KEY-1" }],
  });
  expect(value.text).toBe("a KEY-1");
});

verifies("output:redacted", "errors, their next call, notes, progress and log lines are redacted", async () => {
  const seen: (ProgressReport | string)[] = [];
  const tool = sampleTool((_, __, call) => {
    call.progress({ message: "at KEY-1" });
    call.log("info", "log KEY-1");
    throw new ToolError("bad", "no KEY-1", { next: { tool: "sample", input: { path: "KEY-1" } } });
  });
  const outcome = await sampleKernel([tool], { output: { redact } }).kernel.call(
    "sample",
    {},
    {
      onProgress: (report) => void seen.push(report),
      onLog: (_, message) => void seen.push(message),
    },
  );
  expect(outcome).toMatchObject({ status: "tool_error", error: { message: "no [gone]" } });
  expect(JSON.stringify(seen)).not.toContain("KEY-1");
  expect(seen).toHaveLength(2);
});

verifies("output:redacted", "a spilled answer is stored without it, and read without it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "redacting-"));
  const store = openSpillStore({ directory });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });
  const long = Array.from({ length: 5_000 }, (_, at) => `line ${at} KEY-1`).join("\n");
  const { kernel } = sampleKernel([sampleTool(() => long, { budgetTokens: 1_000 }), createReadOutputTool(store)], {
    output: { store, readWith: "read_output", redact },
  });
  const outcome = await kernel.call("sample", {});
  if (outcome.status !== "ok" || outcome.spill === undefined) throw new Error(`no spill: ${outcome.status}`);
  const principal = "direct";
  expect((await store.read(outcome.spill.handle, { principal })).text).not.toContain("KEY-1");
  const other = await store.write("foreign KEY-1", { tool: "sample", callId: "c", principal });
  const read = await kernel.call("read_output", { handle: other.handle });
  expect(JSON.stringify(read)).not.toContain("KEY-1");
  expect(JSON.stringify(read)).toContain("foreign [gone]");
});

verifies("output:redacted", "a redaction that fails lets nothing out", async () => {
  const failing = sampleKernel([sampleTool(() => "the KEY-1")], {
    output: {
      redact: () => {
        throw new Error("broken");
      },
    },
  });
  for (const input of [{}, { unknown: "KEY-1" }]) {
    const outcome = await failing.kernel.call("sample", input);
    expect(outcome.status).toBe("crashed");
    expect(JSON.stringify(outcome)).not.toContain("KEY-1");
  }
});
