import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { z } from "zod";
import { createKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, type HttpOptions, type NamePrincipal } from "../../src/mcp/index.ts";
import { createReadOutputTool, openSpillStore } from "../../src/spill/index.ts";
import { askForm, readForm } from "../../src/tool/question.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { deferred, sampleTool, writes } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { createLog } from "./log.ts";
import { messageOf, openSession, sendModern, sendRaw, type RawResponse } from "./raw-http.ts";
import { envelope, modernVersion, type RawAnswer } from "./raw-message.ts";
import { envelopeWith, tasksExtension } from "./task-client.ts";

type Params = Readonly<Record<string, unknown>>;
interface Client {
  readonly url: string;
  readonly token: string;
}

const people = ["ann", "ben", "cat"] as const;
const eras = ["legacy", "modern"] as const;
type Era = (typeof eras)[number];
const yes = { approve: { action: "accept", content: {} } };

describe("who may come in", () => {
  verifies("mcp:principal", "handlers and the policy learn the name, in both eras", async () => {
    const { client, asked } = await serve();
    for (const person of people) {
      for (const era of eras) {
        expect(textOf(await callIn(era, client(person), "whoami", {}))).toBe(person);
        expect(asked.at(-1)).toBe(person);
      }
    }
  });

  verifies("mcp:principal", "no name, a name that is none, an error: nobody comes in", async () => {
    const answers: Readonly<Record<string, () => unknown>> = {
      "a-null": () => null,
      "a-nothing": () => undefined,
      "an-empty": () => "",
      "a-late-null": async () => null,
      "a-true": () => true,
      "an-object": () => ({ name: "ann" }),
      "a-throw": () => {
        throw new Error("the directory of people is down");
      },
      "a-rejection": async () => await Promise.reject(new Error("the directory of people is down")),
    };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what no compiler would let pass
    const token = ((presented: string) => answers[presented]?.()) as NamePrincipal;
    const { client, ran, faults } = await serve({ token });
    for (const presented of [...Object.keys(answers), "unknown"]) {
      const one = client(presented);
      const refused = [
        await sendModern(one, "tools/call", { name: "whoami", arguments: {} }),
        await sendRaw(one, { body: messageOf("initialize") }),
        await sendRaw(one, { method: "GET" }),
      ];
      expect([presented, ...refused.map(({ status }) => status)]).toEqual([presented, 401, 401, 401]);
      expect(refused.map(({ text }) => text).join()).not.toContain("directory");
    }
    expect((await sendModern(client("x"), "tools/list", {}, { authorization: undefined })).status).toBe(401);
    expect(ran).toEqual([]);
    expect(faults.map(String).join()).toContain("the directory of people is down");
  });
});

describe("what belongs to one is unknown to the others", () => {
  verifies("mcp:principal-bound", "a session", async () => {
    const { client } = await serve();
    const session = await openSession(client("ann"));
    for (const other of ["ben", "cat"]) {
      for (const method of ["POST", "GET", "DELETE"]) {
        const send = async (id: string) => {
          const body = method === "POST" ? { body: messageOf("ping") } : {};
          return await sendRaw(client(other), { method, ...body, headers: { "mcp-session-id": id } });
        };
        const [foreign, unknown] = [await send(session), await send(crypto.randomUUID())];
        expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      }
    }
    const own = await sendRaw(client("ann"), { body: messageOf("ping"), headers: { "mcp-session-id": session } });
    expect(own.status).toBe(200);
  });

  verifies("mcp:principal-bound", "a stored answer, whatever the era", async () => {
    const { client } = await serve();
    for (const era of eras) {
      const handle = /@out_[a-z2-7]{16}/.exec(textOf(await callIn(era, client("ann"), "long", {})))?.[0] ?? "";
      const read = async (person: string, within: Era, name: string) =>
        textOf(await callIn(within, client(person), "read_output", { handle: name }));
      for (const other of ["ben", "cat"]) {
        for (const within of eras) {
          const unknown = "@out_aaaaaaaaaaaaaaaa";
          const told = (await read(other, within, unknown)).replace(unknown, handle);
          expect(told).toContain("No stored output");
          expect(await read(other, within, handle)).toBe(told);
        }
      }
      for (const within of eras) expect(await read("ann", within, handle)).toContain("row 1 ");
    }
  });

  verifies("mcp:principal-bound", "an approval and the state of a question", async () => {
    const { client, ran } = await serve();
    const ask = async (person: string, params: Params) => await sendModern(client(person), "tools/call", params);
    const remove = { name: "remove", arguments: { text: "a" } };
    const requestState = stateOf(await ask("ann", remove));
    for (const other of ["ben", "cat"]) {
      const again = await ask(other, { ...remove, requestState, inputResponses: yes });
      expect(again.answer?.result?.["resultType"]).toBe("input_required");
    }
    expect(ran).toEqual([]);
    await ask("ann", { ...remove, requestState, inputResponses: yes });
    expect(ran).toEqual(["ann removes"]);

    const question = { name: "question", arguments: { text: "b" } };
    const sealed = stateOf(await ask("ann", question));
    const inputResponses = { sure: { action: "accept", content: { sure: true } } };
    const foreign = await ask("ben", { ...question, requestState: sealed, inputResponses });
    expect(foreign.answer?.error?.code).toBe(-32_602);
    const own = await ask("ann", { ...question, requestState: sealed, inputResponses });
    expect(textOf(own.answer)).toBe("sure: true, known to ann");
  });

  verifies("mcp:principal-bound", "a task, its question and its end", async () => {
    const { client } = await serve();
    const _meta = envelopeWith({ ...tasksExtension, elicitation: { form: {} } });
    const ask = async (person: string, method: string, params: Params) => {
      const name = String(params["taskId"] ?? params["name"]);
      return (await sendModern(client(person), method, { _meta, ...params }, { "mcp-name": name })).answer;
    };
    const started = await ask("ann", "tools/call", { name: "work", arguments: {} });
    const taskId = String(started?.result?.["taskId"]);
    for (const other of ["ben", "cat"]) {
      for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
        const more = method === "tasks/update" ? { inputResponses: yes } : {};
        const foreign = await ask(other, method, { taskId, ...more });
        const unknown = await ask(other, method, { taskId: "no-such-task", ...more });
        expect(foreign?.error?.code).toBe(-32_602);
        expect(foreign?.error?.message).toBe(unknown?.error?.message.replace("no-such-task", taskId));
      }
    }
    expect((await ask("ann", "tasks/get", { taskId }))?.result?.["status"]).toBe("working");
    await ask("ann", "tasks/cancel", { taskId });
  });

  verifies("mcp:session-cap", "one with many sessions makes room among their own", async () => {
    const { client } = await serve({ maxSessions: 3 });
    const quiet = await openSession(client("ben"));
    for (let count = 0; count < 6; count += 1) await openSession(client("ann"));
    const ping = { body: messageOf("ping"), headers: { "mcp-session-id": quiet } };
    expect((await sendRaw(client("ben"), ping)).status).toBe(200);
  });
});

describe("a token that is taken away", () => {
  verifies("mcp:revoked", "ends its streams and calls, in both eras, and nobody else's", async () => {
    const { client, known, holding, aborted } = await serve();
    const streams = new Map<string, readonly Promise<string>[]>();
    for (const person of ["ann", "ben"]) {
      const session = await openSession(client(person));
      const legacy = { "mcp-session-id": session };
      const hold = { name: "hold", arguments: { text: person } };
      const hears = await openStream(client(person), "GET", legacy);
      const listens = await openStream(client(person), "POST", ...listening());
      const calls = await openStream(client(person), "POST", legacy, messageOf("tools/call", hold));
      const waits = sendModern(client(person), "tools/call", hold).then(({ status }) => `status ${status}`);
      // Those of the other one break off when the test ends.
      waits.catch(() => {});
      streams.set(person, [hears.ended, listens.ended, calls.ended, waits]);
    }
    await Promise.all(["ann", "ann", "ben", "ben"].map((person, index) => holding.find(nth(person, index % 2))));
    known.delete("ann");
    expect(await Promise.all(streams.get("ann") ?? [])).toEqual(["cut off", "cut off", "cut off", "status 401"]);
    await Promise.all([aborted.find(nth("ann", 0)), aborted.find(nth("ann", 1))]);
    expect((await sendModern(client("ann"), "tools/list")).status).toBe(401);
    expect((await sendModern(client("ben"), "tools/list")).status).toBe(200);
    expect(aborted.entries.filter((entry) => entry.startsWith("ben"))).toEqual([]);
  });

  verifies("mcp:revoked", "gets nothing that is written after it", async () => {
    const { client, known, server } = await serve();
    const session = await openSession(client("ann"));
    const hears = await openStream(client("ann"), "GET", { "mcp-session-id": session });
    known.delete("ann");
    server.toolsChanged();
    expect(await hears.ended).toBe("cut off");
    expect(hears.heard()).toBe("");
  });

  verifies("mcp:revoked", "a name that is given again is somebody else", async () => {
    const { client, known } = await serve();
    const session = await openSession(client("ann"));
    const handle = /@out_[a-z2-7]{16}/.exec(textOf(await callIn("modern", client("ann"), "long", {})))?.[0] ?? "";
    known.set("ann", "ann again");
    const ping = { body: messageOf("ping"), headers: { "mcp-session-id": session } };
    expect((await sendRaw(client("ann"), ping)).status).toBe(404);
    expect(textOf(await callIn("modern", client("ann"), "read_output", { handle }))).toContain("No stored output");
  });
});

/** A server in this process whose tokens are the names of the people. */
async function serve(more: HttpOptions = {}) {
  const [ran, asked, faults]: [string[], string[], unknown[]] = [[], [], []];
  const [holding, aborted] = [createLog<string>(), createLog<string>()];
  const known = new Map<string, string>(people.map((person) => [person, person]));
  const directory = mkdtempSync(join(tmpdir(), "toolwright-principals-"));
  const store = openSpillStore({ directory: join(directory, "outputs") });
  const tools = [
    sampleTool((_input, _services, { caller }) => caller.principal, { name: "whoami" }),
    sampleTool(() => rows, { name: "long", budgetTokens: 200 }),
    sampleTool((_input, _services, { caller }) => void ran.push(`${caller.principal} removes`), {
      name: "remove",
      effects: writes,
      format: () => "removed",
    }),
    sampleTool(
      async (_input, _services, call) => {
        const answer = await readForm(call.answers["sure"], sureForm);
        if (answer.status !== "accepted") return call.ask({ sure: askForm("Sure?", sureForm) }, call.caller.principal);
        return `sure: ${answer.value.sure}, known to ${String(call.state)}`;
      },
      { name: "question" },
    ),
    ...["hold", "work"].map((name) =>
      sampleTool(
        async ({ text = "" }, _services, { signal }) => {
          const { promise, resolve } = deferred();
          const who = nthName(text, holding.entries);
          signal.addEventListener("abort", () => {
            aborted.add(nthName(text, aborted.entries));
            resolve();
          });
          holding.add(who);
          await promise;
          return "over";
        },
        { name, ...(name === "work" ? { longRunning: true } : {}) },
      ),
    ),
    createReadOutputTool(store),
  ];
  const kernel = createKernel<readonly AnyTool[]>({
    tools,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- these tools ask for no services
    services: () => ({}) as never,
    output: { store, readWith: "read_output", previewTokens: 20 },
    access({ tool, caller }) {
      asked.push(caller.principal);
      return { verdict: tool.effects.readOnly ? "allow" : "ask", reason: "it removes" };
    },
    onEvent: () => {},
  });
  const server = defineServer({
    name: "people",
    version: "1.0.0",
    kernel,
    onFault: (error) => void faults.push(error),
  });
  const served = await serveHttp(server, { token: (presented) => known.get(presented), ...more });
  onTestFinished(async () => {
    await served.close(0);
    await kernel.close();
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const client = (token: string): Client => ({ url: served.url, token });
  return { client, server, known, ran, asked, faults, holding, aborted };
}

const sureForm = z.object({ sure: z.boolean() });
const rows = Array.from({ length: 200 }, (_, index) => `row ${index} of a long answer`).join("\n");

function nth(person: string, index: number): (entry: string) => boolean {
  return (entry) => entry === `${person} ${index}`;
}

function nthName(person: string, before: readonly string[]): string {
  return `${person} ${before.filter((entry) => entry.startsWith(`${person} `)).length}`;
}

async function callIn(era: Era, client: Client, name: string, input: Params): Promise<RawAnswer | undefined> {
  const params = { name, arguments: input };
  if (era === "modern") return (await sendModern(client, "tools/call", params)).answer;
  const headers = { "mcp-session-id": await openSession(client) };
  return (await sendRaw(client, { body: messageOf("tools/call", params), headers })).answer;
}

const textResult = z.object({ content: z.array(z.object({ text: z.string() })) });

function textOf(answer: RawAnswer | undefined): string {
  return textResult.parse(answer?.result).content[0]?.text ?? "";
}

function stateOf({ answer }: RawResponse): string {
  return z.object({ requestState: z.string() }).parse(answer?.result).requestState;
}

function listening(): [Readonly<Record<string, string>>, string] {
  const method = "subscriptions/listen";
  const params = { _meta: envelope(), notifications: { toolsListChanged: true } };
  return [{ "mcp-protocol-version": modernVersion, "mcp-method": method }, messageOf(method, params)];
}

/** Resolves once the headers are there, with how the stream ends: cut off, or with what it held. */
async function openStream(
  { url, token }: Client,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<{ readonly ended: Promise<string>; heard(): string }> {
  const accept = method === "GET" ? "text/event-stream" : "application/json, text/event-stream";
  const all = { authorization: `Bearer ${token}`, "content-type": "application/json", accept, ...headers };
  const response = await fetch(url, { method, headers: all, ...(body === undefined ? {} : { body }) });
  if (!response.ok) throw new Error(`no stream: ${response.status} ${await response.text()}`);
  let heard = "";
  const listen = async (): Promise<string> => {
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString();
    return heard;
  };
  return { ended: listen().catch(() => "cut off"), heard: () => heard };
}
