import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { openServedOutrider, spawnServe } from "./support/served-outrider.ts";

describe.skipIf(process.platform === "win32")("a poor environment", () => {
  test.each([
    ["no home", { HOME: undefined }],
    ["an empty home", { HOME: "" }],
    ["a temp directory that is not there", { TMPDIR: "/no/such/place" }],
    ["a home that is not there", { HOME: "/no/such/home" }],
  ])("%s: it serves all the same", async (_title, env) => {
    const served = await openServedOutrider({}, env);
    expect(await served.call("read_file", { path: "a.txt" })).toContain("hello");
    expect(await served.call("grep", { pattern: "hello" })).toContain("1 match");
    expect(await served.call("edit_file", { path: "a.txt", old_string: "hello", new_string: "bye" })).toContain(
      "a.txt",
    );
    expect(await served.call("run_command", { command: "cat a.txt" })).toContain("bye");
    expect(await served.call("workspace", { action: "status" })).toContain("project");
  });
});

describe("over HTTP", () => {
  test("two sessions have active projects of their own, and nobody gets in without the token", async () => {
    const { child, project } = spawnServe(["--http", "127.0.0.1:0"], {});
    mkdirSync(join(project, "sub"));
    writeFileSync(join(project, "sub", "a.txt"), "below\n");
    const { url, token } = await readStart(child);
    const [one, two] = [await connect(url, token), await connect(url, token)];
    await one("workspace", { action: "activate", path: "sub" });
    const texts = await Promise.all([one("read_file", { path: "a.txt" }), two("read_file", { path: "a.txt" })]);
    expect(texts).toEqual([expect.stringContaining("below"), expect.stringContaining("hello")]);
    for (const headers of [{}, { Authorization: "Bearer another-token-of-that-length" }]) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body,
      });
      expect(answer.status).toBe(401);
    }
    const exited = once(child, "exit");
    child.kill("SIGINT");
    expect(await exited).toEqual([0, null]);
  });

  async function connect(
    url: string,
    token: string,
  ): Promise<(tool: string, input: Record<string, unknown>) => Promise<string>> {
    const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    onTestFinished(() => client.close());
    return async (name, input) => JSON.stringify(await client.callTool({ name, arguments: input }));
  }
});

/** What it tells at the start: the address, and the token that was made up for this run. */
async function readStart({ stderr }: { readonly stderr: NodeJS.ReadableStream }) {
  let url: string | undefined;
  for await (const line of createInterface(stderr)) {
    url ??= /http:\/\/\S+/.exec(line)?.[0];
    const token = /^Token: (\S+)$/.exec(line)?.[1];
    if (url !== undefined && token !== undefined) return { url, token };
  }
  throw new Error("It told no address or no token.");
}
