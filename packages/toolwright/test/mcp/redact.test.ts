import { expect, onTestFinished } from "vitest";
import { createKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp } from "../../src/mcp/index.ts";
import { sampleTool } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { messageOf, openSession, sendRaw } from "./raw-http.ts";

verifies("output:redacted", "a resource leaves without what the host takes out, its address stays", async () => {
  const kernel = createKernel({
    tools: [sampleTool(() => "x")],
    output: { redact: (text) => text.replaceAll("KEY-1", "[gone]") },
  });
  const uri = "note://KEY-1";
  const resources = {
    list: () => [{ uri, name: "note" }],
    read: (asked: string) => (asked === uri ? [{ uri, body: { text: "the KEY-1" } }] : undefined),
  };
  const served = await serveHttp(defineServer({ name: "s", version: "1", kernel, resources }));
  onTestFinished(async () => await served.close(0));
  const server = { ...served, token: served.token ?? "" };
  const headers = { "mcp-session-id": await openSession(server) };
  const { answer } = await sendRaw(server, { body: messageOf("resources/read", { uri }), headers });
  expect(answer).toMatchObject({ result: { contents: [{ uri, text: "the [gone]" }] } });
});
