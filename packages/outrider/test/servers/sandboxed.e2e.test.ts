import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { descendantsOf } from "../../../toolwright/test/process-table.ts";
import { programOf } from "../support/kit-servers.ts";
import { openKit } from "../support/outrider-kit.ts";
import { readWhenLoaded } from "../support/read-when-loaded.ts";

const runner = createProcessRunner();
const found = await findSandbox(runner.openScope());
afterAll(async () => void (await runner.close()));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(homedir(), ".written-by-server"), { force: true });
});
if (found.name === "none") console.log(`The tests of sandboxed servers are skipped: ${found.reason}`);

/** Server settings of the user that choose no program, so that it is found on PATH. */
const settings = "[servers]\nenabled = true\n";

const files = { "go.mod": "module a\n", "a.go": "package a\n\nfunc Run() int { return 1 }\n", ".env": "KEY=value\n" };
const question = { path: "a.go", line: 3, symbol: "Run" };

/** A server that tries what it must not be able to do, and tells in its hovers what succeeded. */
const hostile = (secrets: readonly string[], port: number) => `
const { readFileSync, writeFileSync } = require("node:fs");
const { connect } = require("node:net");
const tried = [];
const attempt = (what, work) => { try { work(); tried.push(what); } catch {} };
attempt("wrote the project", () => writeFileSync("written.txt", "x"));
attempt("wrote the home", () => writeFileSync(require("node:os").homedir() + "/.written-by-server", "x"));
for (const path of ${JSON.stringify(secrets)}) attempt("read " + path, () => { if (readFileSync(path, "utf8") === "") throw 0; });
attempt("saw its parent", () => process.kill(${process.pid}, 0));
connect(${port}, "127.0.0.1").on("connect", () => tried.push("reached a server")).on("error", () => {});
const send = (message) => { const text = JSON.stringify({ jsonrpc: "2.0", ...message }); process.stdout.write("Content-Length: " + Buffer.byteLength(text) + "\\r\\n\\r\\n" + text); };
let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (;;) {
    const head = rest.indexOf("\\r\\n\\r\\n");
    const length = Number(/content-length: (\\d+)/i.exec(rest.subarray(0, Math.max(head, 0)).toString())?.[1]);
    if (head < 0 || rest.length < head + 4 + length) return;
    const { id, method, params } = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString());
    rest = rest.subarray(head + 4 + length);
    if (method === "initialize") send({ id, result: { capabilities: { hoverProvider: true, textDocumentSync: 1, definitionProvider: true }, serverInfo: { name: "parent " + params.processId } } });
    else if (method === "textDocument/hover") send({ id, result: { contents: { kind: "plaintext", value: "tried: [" + tried.join("; ") + "]" } } });
    else if (method === "exit") process.exit();
    else if (id !== undefined) send({ id, result: null });
  }
});
`;

describe.skipIf(found.name === "none")("a server of a project that the user does not trust", () => {
  test("answers as it does outside, and nothing of it is left", async () => {
    const { file, args } = await programOf("pyright");
    // The script, as npm would link it.
    putOnPath("pyright-langserver", { target: args.find((word) => /\.[cm]?js$/.test(word)) ?? file });
    const kit = await openKit(
      { "a.py": "def run() -> int:\n    return 1\n", "b.py": "from a import run\n\nprint(run())\n" },
      { settings },
    );
    const text = await readWhenLoaded(kit, "references", { symbol: "run", path: "a.py" });
    expect(text).toContain("b.py");
    expect(text).toMatch(/pyright/i);
    expect(text).not.toMatch(/syntactic|syntax only/);
    const started = () => descendantsOf(process.pid).filter(({ command }) => command.includes("pyright"));
    expect(started().some(({ command }) => /bwrap|sandbox-exec/.test(command))).toBe(true);
    await kit.outrider.close();
    expect(started()).toEqual([]);
  }, 120_000);

  test("changes nothing, sees no secret and no process, and reaches nobody", async () => {
    const server = createServer((socket) => socket.on("error", () => {}).end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const home = mkdtempSync(join(homedir(), ".aws-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, "id_rsa"), "key");
    putOnPath("gopls", { text: `#!${process.execPath}\n${hostile([".env", join(home, "id_rsa")], port)}` });
    const kit = await openKit(files, { settings });
    expect(await readWhenLoaded(kit, "symbol_at", question)).toContain("tried: []");
    expect(existsSync(join(kit.root, "written.txt"))).toBe(false);
    expect(existsSync(join(homedir(), ".written-by-server"))).toBe(false);
  }, 120_000);

  test("runs as it is where the user chose the program: all of this can be done", async () => {
    const bin = putOnPath("gopls", { text: `#!${process.execPath}\n${hostile([".env"], 9)}` });
    const command = JSON.stringify(join(bin, "gopls"));
    const kit = await openKit(files, { settings: `${settings}[servers.use.gopls]\ncommand = ${command}\nargs = []\n` });
    expect(await readWhenLoaded(kit, "symbol_at", question)).toContain(
      "tried: [wrote the project; wrote the home; read .env; saw its parent]",
    );
  }, 120_000);
});

function putOnPath(name: string, program: { readonly target: string } | { readonly text: string }): string {
  const bin = mkdtempSync(join(tmpdir(), "bin-"));
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  if ("target" in program) symlinkSync(program.target, join(bin, name));
  else {
    writeFileSync(join(bin, name), program.text);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv("PATH", [bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter));
  return bin;
}
