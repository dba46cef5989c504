import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isAlive, scriptedSpec } from "../../test/support/pool-kit.ts";
import { scriptedServer, type Step } from "../../test/support/scripted-server.ts";
import { openServersKit } from "../../test/support/servers-kit.ts";
import { writeFiles } from "../../test/support/temp-project.ts";
import type { Phase } from "./server/language-server.ts";

const { signal } = new AbortController();
const specs = [scriptedSpec];
const watchers = [{ globPattern: "**/*" }];
const registration = { id: "1", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } };
const watching: readonly Step[] = [{ ask: "client/registerCapability", params: { registrations: [registration] } }];

async function openScripted(script: Parameters<typeof scriptedServer>[0], files: Record<string, string> = {}) {
  const scripted = scriptedServer(script);
  const used = { id: "bash", file: scripted.file, args: scripted.args };
  const all = { "a.sh": "echo a\n", "b.sh": "echo b\n", ...files };
  return { scripted, kit: await openServersKit(all, { servers: [used], specs, limits: { backOffMs: 10 } }) };
}

test("each change is told once, all that came together in one batch, and nothing when there is none", async () => {
  const { scripted, kit } = await openScripted({ on: { initialized: watching } });
  const { servers, root } = kit;
  const told = () => scripted.received().filter(({ method }) => method === "workspace/didChangeWatchedFiles");
  await servers.forFile("a.sh", { signal });
  await vi.waitFor(() => expect(scripted.answers()).toHaveLength(1), { timeout: 60_000 });
  await servers.forFile("a.sh", { signal });
  expect(told()).toEqual([]);
  writeFiles(root, { "b.sh": "echo changed\n", "new/c.sh": "echo c\n" });
  rmSync(join(root, "a.sh"));
  const access = await servers.forFile("b.sh", { signal });
  if (access.state !== "ready") throw new Error(JSON.stringify(access));
  await access.server.request("textDocument/references", referencesAt(root, "b.sh"), { signal });
  await servers.forFile("b.sh", { signal });
  await access.server.request("textDocument/references", referencesAt(root, "b.sh"), { signal });
  expect(told()).toHaveLength(1);
  expect(JSON.stringify(told()[0]?.params)).toMatch(/new\/c\.sh.*b\.sh|b\.sh.*new\/c\.sh/);
  expect(JSON.stringify(told()[0]?.params)).toMatch(/a\.sh","type":3/);
});

test("while it starts the answer says so, and it goes on starting", async () => {
  const { kit, scripted } = await openScripted({
    on: { initialize: [{ wait: 600 }, { reply: { capabilities: {} } }] },
  });
  const phases: Phase[] = [];
  const access = await kit.servers.forFile("a.sh", { signal, waitMs: 100, onProgress: (phase) => phases.push(phase) });
  expect(access).toMatchObject({ state: "loading", server: undefined, phase: { detail: "starting Scripted server" } });
  expect(phases).toMatchObject([{ state: "loading", detail: "starting Scripted server" }]);
  expect(await kit.servers.forFile("a.sh", { signal })).toMatchObject({ state: "ready" });
  expect(scripted.events().filter(({ event }) => event === "started")).toHaveLength(1);
  expect(kit.servers.states()).toMatchObject([{ id: "bash", state: "running", root: kit.root }]);
});

test("one that died is replaced before the next answer, one that never starts is told with its last words", async () => {
  const dying = { on: { "x/die": [{ crash: true as const }] } };
  const broken = { atStart: [{ stderr: "cannot find my license\n" }, { exit: 1 }] };
  const { kit } = await openScripted([dying, {}, broken]);
  const first = await kit.servers.forFile("a.sh", { signal });
  if (first.state !== "ready") throw new Error(JSON.stringify(first));
  await first.server.request("x/die", {}, { signal }).catch(() => {});
  const second = await kit.servers.forFile("a.sh", { signal });
  if (second.state !== "ready") throw new Error(JSON.stringify(second));
  expect(second.server.pid).not.toBe(first.server.pid);
  await kit.servers.discard(second.server, "it lies");
  const third = await kit.servers.forFile("a.sh", { signal });
  expect(third).toMatchObject({ state: "none", reason: expect.stringContaining("cannot find my license") });
});

test("where there is no server the answer says why, and how to get one", async () => {
  const files = { "a.sh": "", "b.py": "", "c.unknown": "text", ".env": "TOKEN=1\n" };
  const { servers } = await openServersKit(files, { settings: { off: ["bash"] } });
  const reasonOf = async (path: string) => {
    const access = await servers.forFile(path, { signal });
    return access.state === "none" ? [access.reason, access.how] : access.state;
  };
  expect(await reasonOf("a.sh")).toEqual([expect.stringContaining("switched off"), expect.anything()]);
  expect(await reasonOf("b.py")).toEqual([
    expect.stringContaining("none for Python is installed"),
    expect.stringContaining("outrider languages install pyright"),
  ]);
  expect(await reasonOf("c.unknown")).toEqual(["the language of c.unknown is not known", undefined]);
  expect(await reasonOf(".env")).toEqual([expect.stringContaining(".env"), undefined]);
  expect(await reasonOf("../outside/x.sh")).toEqual([expect.anything(), undefined]);
  expect(await reasonOf("missing.sh")).toEqual(["there is no file missing.sh", undefined]);
  expect(servers.states()).toMatchObject([
    { id: "bash", state: "stopped", detail: expect.stringContaining("switched off") },
    { id: "pyright", state: "stopped", detail: expect.stringContaining("outrider languages install pyright") },
  ]);
});

test("a language that no server is known for, and servers that are switched off, are told as such", async () => {
  const unknown = await openServersKit({ "a.sh": "" }, { specs: [] });
  expect(await unknown.servers.forFile("a.sh", { signal })).toEqual({
    state: "none",
    reason: "no language server is known for Bash",
    how: undefined,
  });
  const off = await openServersKit({ "a.sh": "" }, { settings: { enabled: false } });
  expect(await off.servers.forFile("a.sh", { signal })).toEqual({
    state: "none",
    reason: "language servers are switched off",
    how: "Set `enabled = true` under [servers] in the user settings.",
  });
});

test("a server is never shown what nobody may see, even when asked to open it", async () => {
  const { scripted, kit } = await openScripted({}, { ".env": "TOKEN=hunter2\n", id_rsa: "-----BEGIN" });
  const access = await kit.servers.forFile("a.sh", { signal });
  if (access.state !== "ready") throw new Error(JSON.stringify(access));
  const hidden = [".env", "id_rsa"].map((name) => `${kit.root}/${name}`.replaceAll("\\", "/"));
  expect(await access.server.open(hidden, { signal })).toEqual(hidden);
  await access.server.request("textDocument/references", referencesAt(kit.root, "a.sh"), { signal });
  expect(JSON.stringify(scripted.received())).toContain("a.sh");
  expect(JSON.stringify(scripted.received())).not.toMatch(/hunter2|id_rsa|\.env/);
});

test("two projects have a server each, one asks at its own root, and none is left after close", async () => {
  const scripted = scriptedServer({});
  const used = { id: "bash", file: scripted.file, args: scripted.args };
  const marked = [{ ...scriptedSpec, rootMarkers: ["mark.toml"] }];
  const files = { "app/mark.toml": "", "app/deep/mark.toml": "", "app/deep/a.sh": "", "b.sh": "" };
  const one = await openServersKit(files, { servers: [used], specs: marked });
  const two = await openServersKit({ "a.sh": "" }, { beside: one });
  const asked = [await one.servers.forFile("app/deep/a.sh", { signal }), await two.servers.forFile("a.sh", { signal })];
  expect(asked.map((access) => access.state === "ready" && access.server.root)).toEqual([
    join(one.root, "app"),
    two.root,
  ]);
  expect(one.servers.states()).toHaveLength(1);
  const pids = scripted.events().flatMap(({ event, pid }) => (event === "started" && pid !== undefined ? [pid] : []));
  expect(pids.filter(isAlive)).toHaveLength(2);
  await one.all.close();
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await one.servers.forFile("b.sh", { signal })).toMatchObject({ state: "none", reason: "Outrider is closing" });
});

function referencesAt(root: string, path: string) {
  const uri = new URL(`file://${root}/${path}`).href;
  return { textDocument: { uri }, position: { line: 0, character: 0 }, context: { includeDeclaration: true } };
}
