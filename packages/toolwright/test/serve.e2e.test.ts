import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

const repository = join(import.meta.dirname, "..", "..", "..");
const bin = join(repository, "packages", "toolwright", "bin", "toolwright.js");
const from = join(repository, "examples", "first-tools", "tools", "index.ts");

test("a client that starts it gets the tools, named after their package, and it ends with the client", async () => {
  const child = serve([]);
  const ask = client(child);
  expect(await initialize(ask)).toMatchObject({ result: { serverInfo: { name: "first-tools" } } });
  const tools = ["find_text", "project_size", "read_output", "read_resource", "run_command"].map((name) => ({ name }));
  expect(await ask("tools/list")).toMatchObject({ result: { tools } });
  const gone = once(child, "exit");
  child.stdin.end();
  expect(await gone).toEqual([0, null]);
});

test("a tool that changes things is refused with the way to allow it, and runs when it is allowed", async () => {
  const params = { name: "run_command", arguments: { command: 'node -p "6 * 7"' } };
  const refusing = client(serve([]));
  await initialize(refusing);
  expect(JSON.stringify(await refusing("tools/call", params))).toContain("toolwright serve --allow run_command");
  const allowing = client(serve(["--allow", "run_command"]));
  await initialize(allowing);
  expect(JSON.stringify(await allowing("tools/call", params))).toContain("42");
});

test("over HTTP it tells where it is and what to send, and ends on Ctrl-C", async () => {
  const child = serve(["--http"], { TOOLWRIGHT_TOKEN: "sixteen-characters-or-more" });
  const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
  const first = String((await lines.next()).value);
  expect(first).toMatch(/^Serving 5 tools as "first-tools" at http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const url = first.slice(first.indexOf("http"));
  const post = async (token: string): Promise<number> => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    return (await fetch(url, { method: "POST", headers, body: "{}" })).status;
  };
  expect([await post("another-token-of-the-length"), await post("sixteen-characters-or-more")]).toEqual([401, 400]);
  const gone = once(child, "exit");
  child.kill("SIGINT");
  expect(await gone).toEqual([0, null]);
});

test.each([
  { title: "a port beyond all ports", args: ["--http", "--port", "99999"], says: "--port 99999 must be a number" },
  { title: "a port without HTTP", args: ["--port", "80"], says: "--port needs --http" },
  { title: "a tool that is not there", args: ["--allow", "run_comand"], says: 'Did you mean "run_command"' },
  { title: "no port", args: ["--http", "--port", ""], says: "--port needs a value" },
  { title: "a short token", args: ["--http"], env: { TOOLWRIGHT_TOKEN: "abc" }, says: "at least 16" },
])("$title is told without a stack", async ({ args, env, says }) => {
  const child = serve(args, env);
  const { code, errors } = await ended(child);
  expect(code).toBe(2);
  expect(errors).toContain(says);
  expect(errors).not.toMatch(/^ +at /m);
});

test("a port in use is told with the way out", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { code, errors } = await ended(serve(["--http", "--port", String(port)]));
  expect([code, errors.trim()]).toEqual([2, `Port ${port} is in use; name another with --port, or none.`]);
});

function serve(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [bin, "serve", "--from", from, ...args], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

type Ask = (method: string, params?: object) => Promise<unknown>;

function client(child: ChildProcessWithoutNullStreams): Ask {
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let id = 0;
  return async (method, params) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
    return JSON.parse(String((await lines.next()).value));
  };
}

async function initialize(ask: Ask): Promise<unknown> {
  const clientInfo = { name: "test", version: "1" };
  return await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: unknown; errors: string }> {
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const [code] = await once(child, "close");
  return { code, errors };
}
