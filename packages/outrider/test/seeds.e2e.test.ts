import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { makeHome, outrider } from "./support/outrider-process.ts";
import { spawnServe } from "./support/served-outrider.ts";
import { writeFiles } from "./support/temp-project.ts";

test("row 2: what a client delivers of the probe is measured by the program, surface by surface", async () => {
  const { child } = spawnServe(["--http", "127.0.0.1:0", "--probe"], {});
  const { url, token } = await readStart(child);
  const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  const tool = (await client.listTools()).tools.find(({ name }) => name === "delivery_probe")?.description ?? "";
  const described = (await client.listResources()).resources.find(({ uri }) => uri === "probe://description-test");
  const { contents } = await client.readResource({ uri: "probe://body-test" });
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await exited;

  const home = makeHome();
  const report = async (text: string): Promise<string> =>
    (await outrider(["probe-report", text], home.home, home)).stdout;
  const all = await report([tool, described?.description ?? "", JSON.stringify(contents)].join("\n"));
  expect(all).toMatch(/tool description: everything delivered, 9000 bytes/);
  expect(all).toMatch(/resource description: everything delivered, 20000 bytes/);
  expect(all).toMatch(/resource body: everything delivered, 20000 bytes/);
  // As a client that cuts descriptions would show it.
  expect(await report(tool.slice(0, 2_048))).toMatch(/tool description: .*at least 2000 bytes, less than 2500 bytes/);
});

test("an undo in another process names the newest change and the call that undoes it", async () => {
  const home = makeHome();
  const project = join(home.home, "project");
  writeFiles(project, { "a.ts": "export const a = 1;\n" });
  const call = async (tool: string, input: object) =>
    await outrider(["call", tool, JSON.stringify(input), "--project", project, "--yes"], project, home);
  await call("edit_file", { path: "a.ts", old_string: "1", new_string: "2" });
  const refused = await call("edit_code", { action: "undo" });
  const shown = refused.stdout + refused.stderr;
  expect(shown).toContain('1 ("edit a.ts")');
  expect(shown).toMatch(/edit_code.*"action":"undo".*"id":"1"/);
  expect((await call("edit_code", { action: "undo", id: "1" })).stdout).toContain("undid 1");
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
