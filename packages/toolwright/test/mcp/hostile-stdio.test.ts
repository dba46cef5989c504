import { afterAll, beforeAll, describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { useFixture } from "./fixture-process.ts";
import { hostileMessages } from "./hostile-messages.ts";
import { envelope } from "./raw-message.ts";
import { openLegacyStdio, openRawStdio, type RawStdio } from "./raw-stdio.ts";

const fixture = useFixture();
let raw: RawStdio;
beforeAll(async () => {
  raw = await openLegacyStdio(fixture.program);
});
afterAll(async () => await raw.stop());

describe.each(hostileMessages)("stdio: $title", ({ bytes, code, id = null }) => {
  verifies("mcp:hostile", "is refused, and the next message is answered", async () => {
    const answers = raw.answers.fromNow();
    raw.write(bytes());
    const { error } = await answers.find((answer) => answer.id === id);
    expect(error?.code).toBe(code);
    await expectGoodAnswer();
    expect(answers.entries).toHaveLength(2);
  });
});

describe("stdio", () => {
  verifies("mcp:hostile", "an id that is in flight is refused, and its first request is answered", async () => {
    const answers = raw.answers.fromNow();
    const held = raw.request("tools/call", { name: "hold", arguments: { key: "twice" } }, 7);
    await raw.events.find((event) => event.name === "hold-started" && event["key"] === "twice");
    raw.write('{"jsonrpc":"2.0","id":7,"method":"ping"}');
    expect((await answers.find((answer) => answer.id === null)).error?.code).toBe(-32_600);
    await raw.request("tools/call", { name: "release", arguments: { key: "twice" } });
    expect((await held).result).toMatchObject({ content: [{ text: "twice was released" }] });
    // Free again, once answered.
    expect((await raw.request("ping", {}, 7)).result).toEqual({});
  });

  verifies("mcp:hostile", "an unknown method, bad params and a wrong cursor have their codes", async () => {
    expect((await raw.request("tools/destroy")).error?.code).toBe(-32_601);
    expect((await raw.request("tools/call", {})).error?.code).toBe(-32_602);
    expect((await raw.request("tools/call", { name: 5 })).error?.code).toBe(-32_602);
    expect((await raw.request("tools/call", { name: "echo", arguments: [] })).error?.code).toBe(-32_602);
    expect((await raw.request("tools/list", { cursor: "nonsense" })).error?.code).toBe(-32_602);
    expect((await raw.request("prompts/get", { name: 5 })).error?.code).toBe(-32_602);
    expect((await raw.request("logging/setLevel", { level: "loud" })).error?.code).toBe(-32_602);
    expect((await raw.request("resources/read", {})).error).toMatchObject({
      code: -32_602,
      message: "params.uri: Invalid input: expected string, received undefined.",
    });
    await expectGoodAnswer();
  });

  verifies("mcp:hostile", "answers and cancels of requests that nobody made are met with silence", async () => {
    const answers = raw.answers.fromNow();
    raw.write('{"jsonrpc":"2.0","id":"none","result":{}}');
    raw.write('{"jsonrpc":"2.0","id":"none","error":{"code":1,"message":"x"}}');
    raw.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}');
    raw.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}');
    raw.write('{"jsonrpc":"2.0","method":"notifications/nonsense"}');
    raw.write("");
    await expectGoodAnswer();
    expect(answers.entries).toHaveLength(1);
  });

  verifies("mcp:hostile", "keys of the prototype are unknown arguments", async () => {
    const line = '{"name":"echo","arguments":{"__proto__":{"text":"x"},"constructor":1}}';
    const answers = raw.answers.fromNow();
    raw.write(`{"jsonrpc":"2.0","id":"proto","method":"tools/call","params":${line}}`);
    expect((await answers.find((answer) => answer.id === "proto")).result).toMatchObject({ isError: true });
    await expectGoodAnswer();
  });

  verifies("mcp:redacted", "what a resource, a prompt or a completion throws stays in the log", async () => {
    const read = await raw.request("resources/read", { uri: "doc://broken" });
    const got = await raw.request("prompts/get", { name: "broken" });
    const argument = { name: "what", value: "" };
    const completed = await raw.request("completion/complete", {
      ref: { type: "ref/prompt", name: "broken" },
      argument,
    });
    for (const { error } of [read, got, completed]) {
      expect(error).toEqual({ code: -32_603, message: "The server failed; its log has the detail." });
    }
    await raw.events.find((event) => event.name === "fault" && String(event["error"]).includes("secret"));
  });

  verifies("mcp:hostile", "a modern client of an unknown version is told which there are", async () => {
    const modern = openRawStdio(fixture.program);
    const { error } = await modern.request("server/discover", { _meta: envelope("2099-01-01") });
    expect(error).toMatchObject({ code: -32_022, data: { supported: ["2026-07-28"] } });
    expect((await modern.request("tools/list", { _meta: envelope() })).result).toBeDefined();
    await modern.stop();
  });

  verifies("mcp:hostile", "a modern pipe refuses a request without its envelope", async () => {
    const modern = openRawStdio(fixture.program);
    expect((await modern.request("tools/list", { _meta: envelope() })).result).toBeDefined();
    expect((await modern.request("tools/list")).error?.code).toBe(-32_602);
    expect((await modern.request("tools/list", { _meta: envelope() })).result).toBeDefined();
    await modern.stop();
  });
});

async function expectGoodAnswer(): Promise<void> {
  const { result } = await raw.request("tools/call", { name: "echo", arguments: { text: "alive" } });
  expect(result).toMatchObject({ content: [{ text: "alive" }] });
}
