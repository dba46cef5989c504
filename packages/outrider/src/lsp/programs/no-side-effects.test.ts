import { once } from "node:events";
import { chmodSync, existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServersKit, type ServersKit } from "../../../test/support/servers-kit.ts";
import { uriOf } from "../server/uri.ts";

const { signal } = new AbortController();
const isWindows = process.platform === "win32";

/** A server on this machine that counts who comes. */
async function openTrap(): Promise<{ readonly address: string; readonly visits: () => number }> {
  let visits = 0;
  const trap = createServer((_request, response) => {
    visits += 1;
    response.end('{ "type": "object", "required": ["trapped"] }');
  });
  trap.listen(0, "127.0.0.1");
  await once(trap, "listening");
  onTestFinished(() => void trap.close());
  const at = trap.address();
  return { address: `http://127.0.0.1:${typeof at === "object" ? at?.port : ""}`, visits: () => visits };
}

/** Opens a file, and asks about it until the server has looked at all of it. */
async function look({ servers, root }: ServersKit, path: string): Promise<readonly string[]> {
  const access = await servers.forFile(path, { signal, waitMs: 120_000 });
  if (access.state !== "ready") throw new Error(`${path}: ${JSON.stringify(access)}`);
  const { server } = access;
  const file = join(root, path);
  await server.open([file], { signal });
  const textDocument = { uri: uriOf(file) };
  await server.request("textDocument/documentSymbol", { textDocument }, { signal });
  if (server.supports("textDocument/diagnostic")) {
    return [JSON.stringify(await server.request("textDocument/diagnostic", { textDocument }, { signal }))];
  }
  const limit = AbortSignal.timeout(60_000);
  while (server.diagnostics.of(file) === undefined) await server.diagnostics.next({ signal: limit });
  return server.diagnostics.of(file)?.items.map(({ message }) => message) ?? [];
}

test.each(["yaml", "json"])("a schema that a file of %s names by its address is not fetched", async (id) => {
  const { address, visits } = await openTrap();
  const kit = await openServersKit(
    {
      "a.yaml": `# yaml-language-server: $schema=${address}/schema.json\na: 1\n`,
      "a.json": `{ "$schema": "${address}/schema.json", "a": 1 }\n`,
    },
    { servers: [id] },
  );
  const said = await look(kit, `a.${id}`);
  expect(said.join()).not.toContain("trapped");
  expect(visits()).toBe(0);
});

test.each(["typescript", "vtsls"])("%s loads no plugin that a project names", async (id) => {
  const kit = await openServersKit(
    {
      "tsconfig.json": '{ "compilerOptions": { "plugins": [{ "name": "evil" }, { "name": "./evil.js" }] } }',
      "node_modules/evil/package.json": '{ "name": "evil", "main": "index.js" }',
      "node_modules/evil/index.js": `require("fs").writeFileSync(__dirname + "/../../ran", "");`,
      "evil.js": `require("fs").writeFileSync(__dirname + "/ran", "");`,
      "a.ts": 'export const a: number = "";\n',
    },
    { servers: [id] },
  );
  await look(kit, "a.ts");
  expect(existsSync(join(kit.root, "ran"))).toBe(false);
});

test.skipIf(isWindows)("pyright runs no interpreter of the project", async () => {
  const kit = await openServersKit(
    {
      "pyrightconfig.json": '{ "venvPath": ".", "venv": ".venv" }',
      ".venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.12.4\n",
      ".venv/bin/python": '#!/bin/sh\ntouch "$(dirname "$0")/../../ran"\n',
      ".venv/lib/python3.12/site-packages/lib.py": "def f() -> int: ...\n",
      "a.py": "import lib\nx: str = lib.f()\n",
    },
    { servers: ["pyright"] },
  );
  chmodSync(join(kit.root, ".venv/bin/python"), 0o755);
  const said = await look(kit, "a.py");
  // Its packages are known all the same.
  expect(said.join()).toContain("int");
  expect(existsSync(join(kit.root, "ran"))).toBe(false);
});
