import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { cliRun, type CliRun, type CliRunOptions } from "../../test/cli-run.ts";
import { createAuditCommand } from "./audit-command.ts";

const server = join(import.meta.dirname, "..", "audit", "fixtures", "ship-server.mjs");

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "audit-command-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function audit(
  argv: readonly string[],
  cwd = makeDirectory(),
  env: Readonly<Record<string, string>> = {},
  options: CliRunOptions = {},
): Promise<CliRun> {
  const kernel = (): never => {
    throw new Error("An audit needs no tools of its own.");
  };
  return await cliRun(kernel, ["audit", ...argv], { commands: [createAuditCommand({ env, cwd })], ...options });
}

test("errors fail the command, and every form of the report is written", async () => {
  const cwd = makeDirectory();
  const files = ["--sarif", "a.sarif", "--markdown", "a.md", "--html", "a.html", "--badge", "a.svg", "--pin", "a.lock"];
  const start = ["--", process.execPath, server, "no-description"];
  const { code, stdout } = await audit(["--no-sandbox", "--only", "D,L", ...files, ...start], cwd);
  expect(code).toBe(1);
  expect(stdout).toContain("find_ship has no description.");
  for (const file of files.filter((word) => word.startsWith("a.")))
    expect(existsSync(join(cwd, file)), file).toBe(true);
  expect(JSON.parse(readFileSync(join(cwd, "a.lock"), "utf8"))).toMatchObject({
    server: "ships",
    tools: { find_ship: { listed: { name: "find_ship", description: "" } } },
  });
  expect(stdout).toContain("L703: the tools were written to a.lock; later audits with --pin compare with it.");
  expect(stdout).not.toMatch(/Not measured: .*L703/);
  // Whatever else is asked, who gives a lock file wants it compared.
  const changed = await audit(["--no-sandbox", "--only", "S", "--pin", "a.lock", "--", process.execPath, server], cwd);
  expect(changed.stdout).toContain("find_ship has changed since it was pinned: `description`.");
  expect(changed.stdout).toMatch(/pinned: {3}""\n {8}now: {6}"Returns name/);
});

test("in a narrow terminal, what was received stays below its beginning", async () => {
  const start = ["--no-sandbox", "--only", "E101", "--", process.execPath, server, "protocol-error"];
  const { stdout } = await audit(start, makeDirectory(), {}, { terminals: ["stdout"], columns: 50 });
  const [, received = ""] = /received: (.*?)\n {0,8}\S/s.exec(stripVTControlCharacters(stdout)) ?? [];
  expect(received.split("\n").length).toBeGreaterThan(2);
  expect(received).toMatch(/^[^\n]+(?:\n {18}\S[^\n]{0,31})+$/);
});

test("a server whose tools cannot be listed gets no score, and fails whatever is asked of it", async () => {
  const cwd = makeDirectory();
  const hostile = join(import.meta.dirname, "..", "..", "test", "audit", "hostile-server.mjs");
  const start = ["--", process.execPath, hostile, "crash at list"];
  const { code, stdout } = await audit(["--no-sandbox", "--only", "D", "--pin", "a.lock", ...start], cwd);
  expect(code).toBe(3);
  expect(stdout).toContain("no score, because its tools could not be listed (tools/list: it exited with code 3)");
  expect(stdout).not.toContain("Passed: D");
  expect(existsSync(join(cwd, "a.lock"))).toBe(false);
});

test("an audit that was cut says so first, has no score, and fails", async () => {
  const silent = join(import.meta.dirname, "..", "audit", "fixtures", "dying-server.mjs");
  const start = ["--", process.execPath, silent, "silence", "1"];
  const cut = await audit(["--no-sandbox", "--only", "E", "--timeout", "6", ...start]);
  expect(cut.stdout).toMatch(/^Partial: the time was up after \d+ s; \d+ rules were not measured\./);
  expect(cut.stdout).toContain("no score, because the time was up");
  expect(cut.stdout).not.toContain("it was ended by");
  expect(cut.code).toBe(3);
});

test("a rule is explained without any server", async () => {
  const { code, stdout } = await audit(["--explain", "E101"]);
  expect(code).toBe(0);
  expect(stdout).toContain("What to do:");
});

test.each([
  { argv: [], says: "Name the command that starts the server" },
  { argv: ["--http", "http://127.0.0.1:1/mcp", "node"], says: "either --http URL or a command" },
  { argv: ["--http", "nowhere"], says: "--http needs a whole address" },
  { argv: ["--http", "http://127.0.0.1:1/mcp", "--writes"], says: "Leave out --writes with --http" },
  {
    argv: ["--http", "http://127.0.0.1:1/mcp", "--directory", ".", "--env", "A", "--allow-hosts", "b", "--no-sandbox"],
    says: "Leave out --directory, --env, --allow-hosts, --no-sandbox with --http: the audit does not start that server.",
  },
  { argv: ["--token", "HOME", "node"], says: "give it with --http URL" },
  { argv: ["--update-pins", "node"], says: "--update-pins writes the lock file of --pin FILE" },
  { argv: ["--pin", "a.lock", "--skip", "l", "node"], says: "--pin compares the tools by rule L703" },
  { argv: ["--explain", "E999"], says: 'There is no rule "E999".' },
  { argv: ["--", "node", "dist/sever.js"], says: "dist/sever.js does not exist in" },
  { argv: ["--only", "e10l", "node"], says: 'There is no rule "e10l". Did you mean "E101"?' },
  { argv: ["--skip", "D,Z", "node"], says: 'There is no rule "Z".' },
  { argv: ["--only", "E", "--skip", "e", "node"], says: "No rule is left" },
  { argv: ["--html", "none/a.html", "node"], says: "--html none/a.html lies in a directory that does not exist" },
  { argv: ["--markdown", ".", "node"], says: "--markdown . is a directory" },
  { argv: ["--fail-on", "fatal", "node"], says: "--fail-on takes error, warning, info or never" },
  { argv: ["--timeout", "soon", "node"], says: "--timeout needs a number of seconds" },
  { argv: ["--directory", "none", "node"], says: "--directory none is no directory" },
  { argv: ["--inputs", "none.json", "node"], says: "--inputs none.json" },
  { argv: ["--env", "NO_SUCH_KEY", "node"], says: "--env names NO_SUCH_KEY, which is not set" },
])("wrong usage is told: $says", async ({ argv, says }) => {
  const { code, stderr } = await audit(argv);
  expect(code).toBe(2);
  expect(stderr).toContain(says);
});

test.each([
  { argv: ["--call", "find_shp"], says: 'no tool "find_shp", which is to be called. Did you mean "find_ship"?' },
  { argv: ["--inputs", "inputs.json"], says: 'no tool "moor", for which inputs are given. It lists "list_ships"' },
])("a tool that the server does not have is told, and nothing is called: $says", async ({ argv, says }) => {
  const cwd = makeDirectory();
  writeFileSync(join(cwd, "inputs.json"), '{ "moor": {} }');
  const { code, stderr } = await audit([...argv, "--no-sandbox", "--", process.execPath, server], cwd);
  expect(code).toBe(2);
  expect(stderr).toContain(says);
});

test("a report shows neither keys that the server got, nor what a log would obey", async () => {
  const results = `{
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "::error::", version: process.env.SHIP_KEY } },
    "tools/list": { tools: [{ name: "##vso[task.complete]\\u202e" + process.env.SHIP_KEY, inputSchema: { type: "object" } }] },
  }`;
  const answering = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    const result = (${results})[method];
    const end = result === undefined ? { error: { code: -32601, message: "There is no such method." } } : { result };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...end }));
  })`;
  const start = ["--env", "SHIP_KEY", "--no-sandbox", "--", process.execPath, "-e", answering];
  const cwd = makeDirectory();
  const files = ["a.lock", "a.md", "a.html", "a.sarif"];
  const written = ["--pin", "a.lock", "--markdown", "a.md", "--html", "a.html", "--sarif", "a.sarif"];
  const env = { SHIP_KEY: "a-very-private-key" };
  const json = await audit(["--only", "D", "--json", ...written, ...start], cwd, env);
  const page = await audit(["--only", "D", "--pin", "a.lock", ...start], cwd, env);
  expect(JSON.parse(json.stdout)).toMatchObject({ server: { version: "[masked]" } });
  expect(page.stdout).toMatch(/^\\::error:: \[masked\], MCP .*Passed: .*L703/s);
  const texts = [json.stdout, page.stdout, ...files.map((file) => readFileSync(join(cwd, file), "utf8"))];
  for (const text of texts) expect(text).not.toContain(env.SHIP_KEY);
  for (const text of [json.stdout, page.stdout]) expect(text).not.toMatch(/##|\u202e/);
});

test("a server that cannot be used is told in a sentence, not in a stack", async () => {
  const { code, stderr } = await audit(["--no-sandbox", "--", process.execPath, "-e", "process.exit(4)"]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/^The server could not be used: it exited with code 4\.\n$/);
});
