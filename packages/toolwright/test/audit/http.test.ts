import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { AuditOptionsError } from "../../src/audit/audit-errors.ts";
import { auditServer } from "../../src/audit/audit-server.ts";
import { createKernel } from "../../src/call/kernel.ts";
import { defineServer } from "../../src/mcp/define-server.ts";
import { serveHttp } from "../../src/mcp/http/serve-http.ts";
import { serveFetch } from "../../src/mcp/client/fixtures/http-server.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { reads } from "../../src/tool/effects.ts";

const countWords = defineTool({
  name: "count_words",
  title: "Count words",
  description: "Counts the words of a text. An empty text has none.",
  effects: reads,
  input: z.strictObject({ text: z.string().max(1_000).describe("The text, at most 1,000 characters.") }),
  examples: [{ title: "Two words", input: { text: "one two" } }],
  handle: ({ text }) => ({ words: text.split(/\s+/).filter((word) => word !== "").length }),
});

async function serveWords(): Promise<string> {
  const kernel = createKernel({ tools: [countWords] });
  const server = defineServer({ kernel, name: "words", version: "1.0.0" });
  const served = await serveHttp(server, { token: false });
  onTestFinished(() => served.close());
  return served.url;
}

test("a server of ours is audited over HTTP in both eras, and keeps out other sites", async () => {
  const report = await auditServer({ server: { url: await serveWords() } });
  expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(report.passed).toEqual(expect.arrayContaining(["P901", "P902", "L702", "X803"]));
  expect(report.notMeasured.map(({ rule }) => rule)).toContain("R503");
});

test("tools that change something are not called on a server that runs already", async () => {
  const audit = auditServer({ server: { url: await serveWords() }, writes: true });
  await expect(audit).rejects.toThrow(AuditOptionsError);
});

test("a server without any check is open to other sites", async () => {
  const { url } = await serveFetch(async (request) => {
    const { id, method } = JSON.parse(await request.text());
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "open", version: "1" },
      },
      "tools/list": { tools: [] },
    };
    if (id === undefined) return new Response(null, { status: 202 });
    const result = results[method];
    const answer =
      result === undefined ? { error: { code: -32_601, message: "There is no such method." } } : { result };
    return Response.json({ jsonrpc: "2.0", id, ...answer });
  });
  const { findings } = await auditServer({ server: { url } });
  expect(findings.filter(({ rule }) => rule === "X803").map(({ at }) => at)).toEqual([
    "foreign host",
    "foreign origin",
  ]);
});
