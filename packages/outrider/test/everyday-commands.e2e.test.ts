import { execFileSync } from "node:child_process";
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { afterAll, describe, expect, onTestFinished, test, type TestContext, vi } from "vitest";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";
import { repositoryRoot } from "./support/outrider-process.ts";
import { type TempPlace, writeFiles } from "./support/temp-project.ts";

const runner = createProcessRunner();
const found = await findSandbox(runner.openScope());
afterAll(async () => void (await runner.close()));
if (found.name === "none") console.log(`The tests of everyday commands in the sandbox are skipped: ${found.reason}`);

/** A command as people give it to agents all day, and how it ends in the sandbox. */
interface Row {
  readonly command: string;
  /** "works", or the answer says that it can be run outside. */
  readonly ends: "works" | "offers outside";
  /** Programs, or directories by their whole paths. */
  readonly needs?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly prepare?: (place: TempPlace) => void;
  readonly prints?: RegExp;
}

const goFiles = {
  "go.mod": "module example.org/m\n\ngo 1.20\n",
  "m_test.go": 'package m\n\nimport "testing"\n\nfunc TestM(t *testing.T) {}\n',
};
const cargoFiles = {
  "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": "#[test]\nfn works() {}\n",
};
const npmFiles = {
  "package.json": '{ "name": "m", "scripts": { "x": "node x.js" } }\n',
  "x.js": "console.log(6 * 7);\n",
};

const builds: readonly Row[] = [
  {
    command: "make",
    ends: "works",
    needs: ["make"],
    files: { Makefile: "all:\n\tmkdir -p out && echo made > out/a\n" },
  },
  { command: "npm init -y", ends: "works", needs: ["npm"] },
  { command: "npm run x", ends: "works", needs: ["npm"], files: npmFiles, prints: /42/ },
  { command: "npm install left-pad --fetch-retries=0", ends: "offers outside", needs: ["npm"], files: npmFiles },
  {
    command: "npx tsc --noEmit",
    ends: "works",
    needs: ["npx"],
    files: { ...npmFiles, "tsconfig.json": '{ "files": ["a.ts"] }\n', "a.ts": "export const a: number = 1;\n" },
    prepare: installTypeScript,
  },
  {
    command: "python3 -m venv .venv && .venv/bin/python -m unittest",
    ends: "works",
    needs: ["python3"],
    files: {
      "test_m.py":
        "import unittest\n\n\nclass M(unittest.TestCase):\n    def test_m(self):\n        self.assertEqual(6 * 7, 42)\n",
    },
    prints: /Ran 1 test/,
  },
  { command: "python3 -m pip download --retries 0 left-pad", ends: "offers outside", needs: ["python3"] },
  {
    command: "python3 -m pip download --retries 0 left-pad 2>&1 | tail -1",
    ends: "offers outside",
    needs: ["python3"],
    prints: /^exit 0/,
  },
  // A home that has never had a cache gets none from the sandbox.
  { command: "go test ./...", ends: "works", needs: ["go", join(homedir(), ".cache")], files: goFiles, prints: /ok/ },
  { command: "go get example.org/x", ends: "offers outside", needs: ["go"], files: goFiles },
  { command: "cargo test --offline", ends: "works", needs: ["cargo"], files: cargoFiles, prints: /1 passed/ },
  { command: "CARGO_NET_RETRY=0 cargo add serde", ends: "offers outside", needs: ["cargo"], files: cargoFiles },
];

/** In a clone with a branch `side`, a file that has changed, and settings of an editor that differ on branch `settings`. */
const gitCommands: readonly Row[] = [
  { command: "git commit -qam two && git log -1 --format=%an", ends: "works", prints: /Ann of the home/ },
  { command: "git stash -q && git stash list && git stash pop", ends: "works", prints: /stash@\{0\}/ },
  {
    command: "git commit -qam two && git checkout -q side && git rebase main && git log",
    ends: "works",
    prints: /two/,
  },
  { command: "git commit -qam two && git merge -q side -m merged && git tag v1", ends: "works" },
  {
    command: "git worktree add -q wt side && git worktree list && git worktree remove wt",
    ends: "works",
    prints: /wt/,
  },
  { command: "git checkout -q -b new && git switch -q main", ends: "works" },
  { command: "git fetch -q origin && git log origin/far", ends: "works" },
  { command: "git checkout -q --no-track -b far origin/far", ends: "works" },
  // Git calls these a success: the branch is there, what it tracks is not.
  { command: "git checkout --track origin/far", ends: "offers outside", prints: /^exit 0/ },
  { command: "git checkout far", ends: "offers outside", prints: /^exit 0/ },
  { command: "git branch -m main newer", ends: "offers outside" },
  { command: "git remote add other ../other", ends: "offers outside" },
  { command: "git config user.name Ben", ends: "offers outside" },
  { command: "git commit -qam two && git push -q origin main", ends: "offers outside" },
  { command: "git checkout -q settings", ends: "offers outside", prints: /^exit 0/ },
];

const shellCommands: readonly Row[] = [
  { command: "echo x > ~/.everyday-x; true", ends: "offers outside", prints: /^exit 0/ },
  { command: "curl https://example.org 2>&1 | tail -1", ends: "offers outside", needs: ["curl"], prints: /^exit 0/ },
  { command: "grep -rn 'Read-only file system' .", ends: "works", prints: /error\.log:1/ },
  { command: "cat error.log", ends: "works", prints: /Read-only/ },
  { command: "cat error.log 2>&1 | tail -3", ends: "works", prints: /Read-only/ },
];

describe.skipIf(found.name === "none")("everyday commands in the sandbox", () => {
  test.for(titled([...builds, ...shellCommands]))("%s", async ([, row], { skip }) => {
    needs(row.needs ?? [], skip);
    const kit = await openKit(
      row.files ?? { "error.log": `touch: cannot touch 'x': Read-only file system\n` },
      row.prepare === undefined ? {} : { prepare: row.prepare },
    );
    await expectEnd(kit, row);
  });

  test.for(titled(gitCommands))("%s", async ([, row]) => {
    useHome({ ".gitconfig": "[user]\n\tname = Ann of the home\n\temail = ann@example.org\n" });
    const kit = await openKit({}, { prepare: makeClone });
    await expectEnd(kit, row);
  });

  test("what the sandbox has stopped works outside, if the user agrees", async () => {
    useHome({ ".gitconfig": "[user]\n\tname = Ann of the home\n\temail = ann@example.org\n" });
    const kit = await openKit({}, { prepare: makeClone });
    const command = "git checkout -q settings";
    await kit.read("run_command", { command });
    const again = { command: "git checkout -q -f settings", outside: true };
    expect(await kit.read("run_command", again, { approve: true })).toMatch(/^exit 0/);
    expect(readFileSync(join(kit.root, ".vscode/settings.json"), "utf8")).toContain("new");
  });

  test("a job that the sandbox has stopped says so, too", async () => {
    const kit = await openKit({ "a.txt": "" });
    const started = await kit.read("run_command", { command: "echo x > ~/.everyday-x", background: true });
    const job = /@cmd_\w+/.exec(started)?.[0];
    const text = await kit.read("run_command", { job, action: "wait" });
    expect(text).toMatch(/^exit 1[^]*outside: true/);
  });

  test("tests run against a database that a job of the session has started", async () => {
    const kit = await openKit({ "database.js": database, "database.test.js": databaseTest });
    const job = await startJob(kit, "node database.js", "127.0.0.1", 5999);
    expect(await kit.read("run_command", { command: "node --test" })).toMatch(/^exit 0[^]*pass 1/);
    const stranger = await kit.read("run_command", { command: "node --test" }, { session: "other" });
    expect(stranger).toMatch(/^exit 1[^]*ECONNREFUSED/);
    await kit.read("run_command", { job, action: "kill" });
  });

  test("the same with a Redis", async ({ skip }) => {
    needs(["redis-server", "redis-cli"], skip);
    const kit = await openKit({ "a.txt": "" });
    const job = await startJob(kit, "redis-server --port 6399 --save '' --dir /tmp", "127.0.0.1", 6399);
    const ask = "redis-cli -p 6399 set answer 42 && redis-cli -p 6399 get answer";
    expect(await kit.read("run_command", { command: ask })).toMatch(/^exit 0[^]*42/);
    await kit.read("run_command", { job, action: "kill" });
  });

  test("the same with a PostgreSQL, by its port and by its socket", async ({ skip }) => {
    needs(["initdb", "postgres", "psql"], skip);
    if (process.getuid?.() === 0) skip("PostgreSQL refuses to run for root");
    const kit = await openKit({ "a.txt": "" });
    await kit.read("run_command", { command: "initdb -D data -U me -A trust -N" });
    const job = await startJob(kit, "postgres -D data -p 5998 -k $PWD", "127.0.0.1", 5998);
    for (const host of ["127.0.0.1", "$PWD"]) {
      const ask = `psql -h ${host} -p 5998 -U me -d postgres -tc 'select 6 * 7'`;
      expect(await kit.read("run_command", { command: ask })).toMatch(/^exit 0[^]*42/);
    }
    await kit.read("run_command", { job, action: "kill" });
  });
});

function titled(rows: readonly Row[]): readonly (readonly [title: string, row: Row])[] {
  return rows.map((row) => [`${row.command}: ${row.ends}`, row]);
}

async function expectEnd(kit: OutriderKit, { command, ends, prints = /^/ }: Row): Promise<void> {
  const text = await kit.read("run_command", { command });
  expect(text).toMatch(prints);
  expect(text).toMatch(ends === "works" ? /^exit 0/ : /^exit/);
  expect(text.includes("outside: true"), text).toBe(ends === "offers outside");
}

/** Keeps values by their keys: one line is `set KEY VALUE` or `get KEY`. */
const database = `
const values = new Map();
require("node:net").createServer((socket) => {
  require("node:readline").createInterface(socket).on("line", (line) => {
    const [what, key, value] = line.split(" ");
    if (what === "set") values.set(key, value);
    socket.write(values.get(key) + "\\n");
  });
}).listen(5999, "127.0.0.1");
`;
const databaseTest = `
const { connect } = require("node:net");
const { createInterface } = require("node:readline");
require("node:test").test("keeps a value", async () => {
  const socket = connect(5999, "127.0.0.1");
  socket.write("set a 1\\nget a\\n");
  const lines = [];
  await new Promise((resolve, reject) => {
    socket.on("error", reject);
    createInterface(socket).on("error", reject).on("line", (line) => lines.push(line) === 2 && resolve());
  });
  socket.destroy();
  require("node:assert").deepEqual(lines, ["1", "1"]);
});
`;

/** The job, once its port answers. */
async function startJob(kit: OutriderKit, command: string, host: string, port: number): Promise<string> {
  const started = await kit.read("run_command", { command, background: true });
  const wait = `until (exec 3<> /dev/tcp/${host}/${port}) 2> /dev/null; do sleep 0.1; done`;
  expect(await kit.read("run_command", { command: `timeout 60 bash -c '${wait}'` })).toMatch(/^exit 0/);
  return /@cmd_\w+/.exec(started)?.[0] ?? "";
}

/** A home of this test alone; not among the temporary files, which no command sees. */
function useHome(files: Readonly<Record<string, string>>): void {
  const home = mkdtempSync(join(homedir(), ".everyday-"));
  writeFiles(home, files);
  vi.stubEnv("HOME", home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  });
}

function makeClone({ root }: TempPlace): void {
  const git = (cwd: string, ...words: readonly string[]): void => void execFileSync("git", words, { cwd });
  const origin = join(homedir(), "origin.git");
  git(root, "init", "-q", "--bare", "-b", "main", origin);
  git(root, "init", "-q", "-b", "main");
  const commit = (files: Readonly<Record<string, string>>, message: string): void => {
    writeFiles(root, files);
    git(root, "add", "-A");
    git(root, "commit", "-qm", message);
  };
  commit({ "a.txt": "one\n", ".vscode/settings.json": "old\n" }, "one");
  git(root, "remote", "add", "origin", origin);
  git(root, "push", "-q", "origin", "main", "main:far");
  git(root, "fetch", "-q");
  git(root, "checkout", "-q", "-b", "settings");
  commit({ ".vscode/settings.json": "new\n" }, "settings");
  git(root, "checkout", "-q", "-b", "side", "main");
  commit({ "side.txt": "side\n" }, "side");
  git(root, "checkout", "-q", "main");
  writeFiles(root, { "a.txt": "changed\n" });
}

/** As `npm install` would, but without a network. */
function installTypeScript({ root }: TempPlace): void {
  const [from, to] = [join(repositoryRoot, "node_modules"), join(root, "node_modules")];
  for (const name of ["typescript", "@typescript"]) {
    cpSync(join(from, name), join(to, name), { recursive: true, dereference: true });
  }
  mkdirSync(join(to, ".bin"));
  symlinkSync("../typescript/bin/tsc", join(to, ".bin/tsc"));
}

function needs(programs: readonly string[], skip: TestContext["skip"]): void {
  const missing = programs.find((name) => !isInstalled(name));
  if (missing !== undefined) skip(`${missing} is missing`);
}

function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((directory) => {
    try {
      accessSync(resolve(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
