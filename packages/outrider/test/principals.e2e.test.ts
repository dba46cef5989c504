import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  createMark,
  processesWith,
  waitFor,
  waitForProcesses,
} from "../../toolwright/src/process/fixtures/process-search.ts";
import { messageOf, openSession, type RawResponse, sendModern, sendRaw } from "../../toolwright/test/mcp/raw-http.ts";
import type { RawAnswer } from "../../toolwright/test/mcp/raw-message.ts";
import { type Home, makeHome, outrider } from "./support/outrider-process.ts";
import { spawnServe } from "./support/served-outrider.ts";

type Input = Readonly<Record<string, unknown>>;
type Call = (tool: string, input: Input, more?: Input) => Promise<RawAnswer>;

/** One client: a token, and a legacy session of its own. */
interface Person {
  readonly token: string;
  readonly modern: Call;
  readonly legacy: Call;
  tools(): Promise<z.infer<typeof toolList>["tools"]>;
}

const field = z.looseObject({ type: z.string().optional() });
const toolList = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({ properties: z.record(z.string(), field), required: z.array(z.string()).optional() }),
    }),
  ),
});

const eras = ["legacy", "modern"] as const;
const yes = { approve: { action: "accept", content: {} } };
const secret = "what-only-ann-may-read";

describe.skipIf(process.platform === "win32")("three clients over HTTP, each with a token", () => {
  test("no job, output, approval or project crosses, with any tool, in any era", async () => {
    const { project, home, join: comeIn } = await serve();
    const [ann, ben, cat] = [await comeIn("ann"), await comeIn("ben"), await comeIn("cat")];
    const outside = join(home.home, "outside");
    mkdirSync(outside);
    mkdirSync(join(project, "sub"));
    writeFileSync(join(project, "sub", "a.txt"), "below\n");
    const script = `i=0; while [ $i -lt 9000 ]; do echo ${secret} $i; i=$((i+1)); done`;

    for (const era of eras) {
      const job = handleIn(await ann[era]("run_command", { command: `${script}; sleep 300`, background: true }));
      const output = handleIn(await ann[era]("run_command", { command: script }));
      const all = { pattern: secret, path: output, limit: 1_000 };
      const stored = handleIn(await ann[era]("grep", all), /@out_[a-z2-7]{16}/);
      expect([job, output, stored].map((handle) => handle.slice(0, 5))).toEqual(["@cmd_", "@cmd_", "@out_"]);
      for (const handle of [output, stored]) {
        expect(textOf(await ann[era]("read_file", { path: handle }))).toContain(secret);
      }
      expect(textOf(await ann[era]("run_command", { action: "status" }))).toContain(job);

      for (const other of [ben, cat]) {
        for (const within of eras) {
          const call = other[within];
          expect(textOf(await call("run_command", { action: "status" }))).not.toContain(job);
          expect(textOf(await call("workspace", { action: "status" }))).not.toContain(job);
          for (const action of ["status", "wait", "output", "kill"]) {
            await expectUnknown(call, "run_command", (handle) => ({ job: handle, action }), job);
          }
          for (const handle of [job, output, stored]) {
            await expectUnknown(call, "read_file", (path) => ({ path }), handle);
            await expectUnknown(call, "grep", (path) => ({ path, pattern: "ann" }), handle);
            await expectUnknown(call, "run_command", (path) => ({ command: `cat ${path}` }), handle);
          }
        }
      }
      expect(textOf(await ann[era]("run_command", { job, action: "status" }))).toContain("running");
      for (const handle of era === "modern" ? [job, stored] : []) await tryEverywhere(ben, handle);
      await ann[era]("run_command", { job, action: "kill" });
    }

    const approve = { path: outside };
    const requestState = stateOf(await ann.modern("approve_write", approve));
    for (const other of [ben, cat]) {
      const replayed = await other.modern("approve_write", approve, { requestState, inputResponses: yes });
      expect(replayed.result?.["resultType"]).toBe("input_required");
    }
    expect(textOf(await ann.modern("approve_write", approve, { requestState, inputResponses: yes }))).toContain(
      outside,
    );
    expect(textOf(await ann.modern("workspace", { action: "activate", path: "sub" }))).toContain("sub");
    await ann.modern("workspace", { action: "activate", path: project });
    const inside = (name: string): Input => ({ path: join(outside, name), content: "x\n" });
    expect((await ann.modern("create_file", inside("ann.txt"))).result?.["isError"]).not.toBe(true);
    await ann.modern("workspace", { action: "activate", path: "sub" });
    for (const other of [ben, cat]) {
      for (const era of eras) {
        expect((await other[era]("create_file", inside("other.txt"))).result?.["isError"]).toBe(true);
        expect(textOf(await other[era]("workspace", { action: "status" }))).not.toContain(outside);
        expect(textOf(await other[era]("read_file", { path: "a.txt" }))).toContain("hello");
      }
    }
    expect(textOf(await ann.modern("read_file", { path: "a.txt" }))).toContain("below");
    expect([existsSync(join(outside, "ann.txt")), existsSync(join(outside, "other.txt"))]).toEqual([true, false]);
  });

  test("removing a token ends what it had; the same name again begins anew", async () => {
    const { url, home, join: comeIn } = await serve();
    const [ann, ben] = [await comeIn("ann"), await comeIn("ben")];
    const session = await openSession({ url, token: ann.token });
    const mark = createMark();
    await ann.modern("run_command", { command: `sleep 300.${mark}`, background: true });
    expect(await waitForProcesses(mark, 1)).toBe(true);
    const command = `i=0; while [ $i -lt 9000 ]; do echo ${secret} $i; i=$((i+1)); done`;
    const output = handleIn(await ann.modern("run_command", { command }));
    const stream = await fetch(url, {
      headers: { authorization: `Bearer ${ann.token}`, accept: "text/event-stream", "mcp-session-id": session },
    });
    const ended = stream.text().catch(() => "cut off");
    expect((await outrider(["token", "remove", "ann"], home.home, home)).code).toBe(0);

    expect((await sendModern({ url, token: ann.token }, "tools/list")).status).toBe(401);
    expect(await ended).toBe("cut off");
    expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
    const again = await comeIn("ann");
    const ping = { body: messageOf("ping"), headers: { "mcp-session-id": session } };
    expect((await sendRaw({ url, token: again.token }, ping)).status).toBe(404);
    await expectUnknown(again.modern, "read_file", (path) => ({ path }), output);
    expect(textOf(await ben.modern("read_file", { path: "a.txt" }))).toContain("hello");
  });

  test("eight tokens that are added at once are all kept", async () => {
    const home = makeHome();
    const names = Array.from({ length: 8 }, (_, index) => `client-${index}`);
    const added = await Promise.all(names.map((name) => outrider(["token", "add", name], home.home, home)));
    expect(added.map(({ code }) => code)).toEqual(names.map(() => 0));
    const { stdout } = await outrider(["token", "list", "--json"], home.home, home);
    const listed = z.array(z.object({ name: z.string() })).parse(JSON.parse(stdout));
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  test("a token in the environment is refused, and another way is named", async () => {
    const { child } = spawnServe(["--http", "127.0.0.1:0"], {}, { OUTRIDER_TOKEN: "a-token-that-commands-can-read" });
    let told = "";
    child.stderr.on("data", (chunk: Buffer) => void (told += chunk.toString()));
    expect(await once(child, "exit")).toEqual([2, null]);
    expect(told).toContain("outrider token add");
    expect(told).not.toContain("a-token-that-commands-can-read");
  });
});

/** A server with the token of one more client, so that none is made up for this run. */
async function serve() {
  const home = makeHome();
  await addToken(home, "first");
  const { child, project } = spawnServe(["--http", "127.0.0.1:0"], {}, home.env);
  const url = await addressOf(child);
  async function join(name: string): Promise<Person> {
    const client = { url, token: await addToken(home, name) };
    const session = await openSession(client);
    return {
      token: client.token,
      tools: async () => toolList.parse(present(await sendModern(client, "tools/list")).result).tools,
      async modern(tool, input, more = {}) {
        return present(await sendModern(client, "tools/call", { name: tool, arguments: input, ...more }));
      },
      async legacy(tool, input) {
        const body = messageOf("tools/call", { name: tool, arguments: input }, crypto.randomUUID());
        return present(await sendRaw(client, { body, headers: { "mcp-session-id": session } }));
      },
    };
  }
  return { url, project, home, join };
}

async function addToken(home: Home, name: string): Promise<string> {
  const { stdout, stderr } = await outrider(["token", "add", name], home.home, home);
  if (stdout === "") throw new Error(stderr);
  return stdout.trim();
}

/** The answer is the same as for a handle that never was. */
async function expectUnknown(call: Call, tool: string, input: (handle: string) => Input, handle: string) {
  const never = `${handle.slice(0, 5)}aaaaaaaaaaaaaaaa`;
  const told = textOf(await call(tool, input(never))).replaceAll(never, handle);
  expect(told).toMatch(/No (stored output|output is stored|background job)/);
  expect(textOf(await call(tool, input(handle)))).toBe(told);
}

/** Every text that any tool takes, filled with the handle of another: whatever is answered, nothing of it is shown. */
async function tryEverywhere(person: Person, handle: string): Promise<void> {
  for (const { name, inputSchema } of await person.tools()) {
    const fields = Object.entries(inputSchema.properties);
    const required = fields.filter(([key]) => inputSchema.required?.includes(key));
    for (const [field] of fields.filter(([, { type }]) => type === "string")) {
      const rest = required
        .filter(([key]) => key !== field)
        .map(([key, { type }]) => [key, type === "string" ? "x" : []]);
      const text = field === "command" ? `cat ${handle}` : handle;
      const answer = await person.modern(name, { ...Object.fromEntries(rest), [field]: text });
      expect([name, field, JSON.stringify(answer).includes(secret)]).toEqual([name, field, false]);
    }
  }
}

function present({ answer, status, text }: RawResponse): RawAnswer {
  if (answer === undefined) throw new Error(`no answer: ${status} ${text}`);
  return answer;
}

const textResult = z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) });

function textOf({ result, error }: RawAnswer): string {
  if (error !== undefined) return error.message;
  const { content } = textResult.parse(result);
  return content.map(({ text }) => text ?? "").join("\n");
}

function handleIn(answer: RawAnswer, shape = /@cmd_[a-z2-7]{16}/): string {
  const text = textOf(answer);
  const handle = shape.exec(text)?.[0];
  if (handle === undefined) throw new Error(`no handle: ${text}`);
  return handle;
}

function stateOf({ result }: RawAnswer): string {
  return z.object({ requestState: z.string() }).parse(result).requestState;
}

async function addressOf({ stderr }: { readonly stderr: NodeJS.ReadableStream }): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error("It told no address.");
}
