import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import * as z from "zod";
import { createKernel, type AnyKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, type ServedHttp } from "../../src/mcp/index.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { reads } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { messageOf, openSession, sendModern, sendRaw } from "./raw-http.ts";
import type { RawAnswer } from "./raw-message.ts";

const faults: string[] = [];
let server: ServedHttp & { readonly token: string };
let session: string;

beforeAll(async () => {
  const served = await serveHttp(defineFaultyServer());
  server = { ...served, token: served.token ?? "" };
  session = await openSession(server);
});
beforeEach(() => void faults.splice(0));
afterAll(async () => await server.close(0));

type Params = Readonly<Record<string, unknown>>;
type Send = (method: string, params: Params) => Promise<RawAnswer | undefined>;

const sendLegacy: Send = async (method, params) => {
  const headers = { "mcp-session-id": session };
  return (await sendRaw(server, { body: messageOf(method, params), headers })).answer;
};
const sendStateless: Send = async (method, params) => {
  const uri = params["uri"];
  // Longer headers are refused by Node; such a request is tried in a session only.
  const headers = typeof uri === "string" ? { "mcp-name": uri } : {};
  return (await sendModern(server, method, params, headers)).answer;
};

describe.each([
  { era: "legacy", send: sendLegacy },
  { era: "modern", send: sendStateless },
])("http, $era era", ({ send }) => {
  verifies("mcp:redacted", "a value that JSON cannot hold is the tool's fault, told without its detail", async () => {
    for (const [name, detail] of [
      ["give_bigint", "BigInt"],
      ["give_cycle", "circular"],
      ["give_secret", "password=hunter2"],
    ] as const) {
      const { result } = (await send("tools/call", { name, arguments: {} })) ?? {};
      expect(result).toMatchObject({
        isError: true,
        content: [
          { text: expect.stringMatching(new RegExp(`^${name} returned something that breaks its own contract`)) },
        ],
      });
      expect(JSON.stringify(result)).not.toContain(detail);
      const [, callId = "none"] = /under (c_[\w-]+)/.exec(JSON.stringify(result)) ?? [];
      expect(faults.splice(0)).toEqual([expect.stringMatching(new RegExp(`${name} ${callId} .*${detail}`))]);
    }
  });

  verifies("mcp:redacted", "what a call throws outside of its tool stays in the log", async () => {
    const { error } = (await send("tools/call", { name: "break_kernel", arguments: {} })) ?? {};
    expect(error).toEqual({ code: -32_603, message: "The server failed; its log has the detail." });
    expect(faults).toEqual([expect.stringContaining("a secret of the application")]);
  });

  verifies("mcp:redacted", "what a resource, a prompt or a completion throws stays in the log", async () => {
    const requests: readonly (readonly [string, Params])[] = [
      ["resources/list", {}],
      ["resources/read", { uri: "doc://broken" }],
      ["prompts/get", { name: "broken" }],
      ["completion/complete", completion({ type: "ref/prompt", name: "broken" }, "what")],
      ["completion/complete", completion({ type: "ref/resource", uri: "doc://{name}" }, "name")],
    ];
    for (const [method, params] of requests) {
      const { error } = (await send(method, params)) ?? {};
      expect([method, error]).toEqual([
        method,
        { code: -32_603, message: "The server failed; its log has the detail." },
      ]);
      expect([method, faults.splice(0)]).toEqual([method, [expect.stringContaining("a secret of the application")]]);
    }
  });

  verifies(
    "mcp:redacted",
    "an error of the application's own schema is not taken for the client's mistake",
    async () => {
      const { error } = (await send("resources/read", { uri: "doc://schema" })) ?? {};
      expect(error).toEqual({ code: -32_603, message: "The server failed; its log has the detail." });
      expect(faults).toEqual([expect.stringContaining("database")]);
    },
  );

  verifies("mcp:hostile", "names of the prototype are no arguments and have no completions", async () => {
    const { error } = (await send("prompts/get", { name: "build" })) ?? {};
    expect(error).toMatchObject({ code: -32_602, message: "Prompt build needs constructor (Who builds it)." });
    for (const name of ["constructor", "toString", "__proto__"]) {
      const params = completion({ type: "ref/resource", uri: "doc://{name}" }, name);
      expect((await send("completion/complete", params))?.result).toMatchObject({ completion: { values: [] } });
    }
    expect(faults).toEqual([]);
  });
});

describe("http", () => {
  verifies("mcp:hostile", "what a client sends comes back shortened", async () => {
    const long = "p".repeat(1_000_000);
    const requests: readonly (readonly [string, Params])[] = [
      ["resources/read", { uri: `none://${long}` }],
      ["tools/list", { cursor: long }],
      ["prompts/get", { name: long }],
      ["prompts/get", { name: "build", arguments: { [long]: 5 } }],
      ["completion/complete", completion({ type: "ref/prompt", name: long }, "what")],
      ["completion/complete", completion({ type: "ref/prompt", name: "broken" }, long)],
      ["completion/complete", completion({ type: "ref/resource", uri: long }, "name")],
    ];
    for (const [method, params] of requests) {
      const { error } = (await sendLegacy(method, params)) ?? {};
      expect([method, error?.code]).toEqual([method, -32_602]);
      expect(error?.message.length).toBeLessThan(300);
      expect(JSON.stringify(error).length).toBeLessThan(3_000);
    }
  });
});

function completion(ref: Params, name: string): Params {
  return { ref, argument: { name, value: "" } };
}

function throwSecret(): never {
  throw new Error("a secret of the application");
}

/** Breaks whatever it promises. */
function defineFaultyServer() {
  const output = z.object({ value: z.unknown() });
  const give = (name: string, value: () => unknown) =>
    defineTool({
      name,
      description: "Gives what JSON cannot hold.",
      input: z.strictObject({}),
      output,
      effects: reads,
      handle: () => ({ value: value() }),
      format: () => "fine",
    });
  const kernel = createKernel({
    tools: [
      give("give_bigint", () => 10n),
      give("give_cycle", () => {
        const cycle: Record<string, unknown> = {};
        cycle["self"] = cycle;
        return cycle;
      }),
      give("give_secret", () => ({
        toJSON() {
          throw new Error("password=hunter2");
        },
      })),
    ],
  });
  const all: AnyKernel = kernel;
  return defineServer({
    name: "faulty",
    version: "1.0.0",
    // A kernel never rejects, unless the application has put something of its own around it.
    kernel: {
      ...kernel,
      call: async (name: string, ...rest) => (name === "break_kernel" ? throwSecret() : await all.call(name, ...rest)),
    },
    resources: {
      templates: [{ uriTemplate: "doc://{name}", name: "doc", complete: { name: throwSecret } }],
      list: throwSecret,
      read(uri) {
        if (uri.startsWith("none:")) return undefined;
        if (uri === "doc://broken") return throwSecret();
        const settings = z.object({ database: z.object({ password: z.string() }) });
        return [{ uri, body: { text: settings.parse({ database: { password: 42 } }).database.password } }];
      },
    },
    prompts: [
      {
        name: "broken",
        description: "Fails.",
        arguments: [{ name: "what", description: "Anything", complete: throwSecret }],
        render: throwSecret,
      },
      {
        name: "build",
        description: "Builds.",
        arguments: [{ name: "constructor", description: "Who builds it", required: true }],
        render: () => [],
      },
    ],
    onFault: (error) => void faults.push(String(error)),
  });
}
