import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { heldNames } from "../src/sandbox/kept-names.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";

const runner = createProcessRunner();
const found = await findSandbox(runner.openScope());
afterAll(async () => void (await runner.close()));
if (found.name === "none") console.log(`The tests of sandboxed commands are skipped: ${found.reason}`);

describe.skipIf(found.name === "none")("a command in the sandbox", () => {
  test("builds in the project without a question, and reaches nothing else", async () => {
    const kit = await openRepository();
    const outside = mkdtempSync(join(homedir(), ".outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    await kit.read("run_command", {
      command: "mkdir -p dist && cp src/a.ts dist/ && rm -rf dist/*.js && chmod -R 777 dist",
    });
    expect(readdirSync(join(kit.root, "dist"))).toEqual(["a.ts"]);
    const text = await kit.read("run_command", { command: `echo x > ${outside}/x; curl -s https://example.org` });
    expect(readdirSync(outside)).toEqual([]);
    expect(text).toContain("outside: true");
  });

  test("runs outside only when the user says so", async () => {
    const kit = await openRepository();
    const outside = mkdtempSync(join(homedir(), ".outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    const input = { command: `echo x > ${outside}/x`, outside: true };
    expect((await kit.call("run_command", input)).status).toBe("needs_approval");
    expect(readdirSync(outside)).toEqual([]);
    await kit.read("run_command", input, { approve: true });
    expect(readdirSync(outside)).toEqual(["x"]);
  });

  const losses = [
    "rm -rf .git",
    "rm -rf src",
    "rm -rf .",
    "rm -rf ./*",
    "git reset --hard",
    "git clean -fdx",
    "git checkout -- .",
    "git restore src",
    "git stash drop",
    "git branch -D main",
    "git reflog expire --expire=now --all",
    "find . -delete",
    "shred -u src/a.ts",
    "truncate -s 0 src/a.ts",
    "echo > .git/HEAD",
    "mv .git /tmp/x",
    "cat .env",
  ];
  test.each(losses)("the user is asked before work is lost or a secret read: %s", async (command) => {
    const kit = await openRepository();
    expect((await kit.call("run_command", { command })).status).toBe("needs_approval");
  });

  test("sees no secret of the project or the home, and no state of Outrider", async () => {
    const kit = await openRepository();
    const home = mkdtempSync(join(homedir(), ".aws-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    await kit.read("memory", { action: "write", topic: "note", content: "remember" });
    const script = `cat $(ls -a | grep -i "^.en" | head -1); cat ~/.s*h/id_* 2>/dev/null; ls .outrider; ls ${join(kit.base, "config")}`;
    const text = await kit.read("run_command", { command: script });
    expect(text).not.toContain("canary-value");
    expect(text).not.toMatch(/config\.toml|local-/);
  });

  test("can neither change nor make what git, agents and editors run", async () => {
    const kit = await openRepository();
    const before = [status(kit), readdirSync(kit.root), readFileSync(join(kit.root, ".git/config"), "utf8")];
    const names = [...heldNames, ".git/hooks/pre-commit", ".git/config"];
    const writes = names.map(
      (name) => `(mkdir -p "$(dirname ${name})"; echo evil > ${name}; mkdir ${name}; echo evil > ${name}/x)`,
    );
    await kit.call("run_command", { command: `bash -c '${writes.join(";")}' 2>/dev/null; true` }, { approve: true });
    await kit.call("run_command", { command: 'python3 -c \'import os; os.rename(".git", "g")\'' });
    expect([status(kit), readdirSync(kit.root), readFileSync(join(kit.root, ".git/config"), "utf8")]).toEqual(before);
    expect(existsSync(join(kit.root, ".git/hooks/pre-commit"))).toBe(false);
  });

  /** Each makes git read other settings, which run a program with every `git status`. */
  const redirections = [
    ["the common directory of the repository", ".", "echo ../evil > .git/commondir"],
    ["the settings of the worktree", ".", "cp evil/config .git/config.worktree"],
    ["the link of a linked worktree", "wt", "echo 'gitdir: evil' > .git"],
    ["another worktree", ".", "echo ../../../evil > .git/worktrees/wt/commondir"],
    ["a directory below the repository", "src", "cp -r evil .git"],
  ] as const;
  test.each(redirections)("cannot make git read other settings: %s", async (_title, below, attack) => {
    const runs = async (command: (root: string) => Promise<unknown>): Promise<boolean> => {
      const { root, base } = await openRepository();
      gitIn(root, "config", "extensions.worktreeConfig", "true");
      gitIn(root, "worktree", "add", "-q", "wt");
      const [place, canary] = [join(root, below), join(base, "canary")];
      const settings = `[core]\n\trepositoryformatversion = 1\n\tfsmonitor = "touch ${canary};false"\n[extensions]\n\tworktreeConfig = true\n`;
      cpSync(join(root, ".git"), join(place, "evil"), { recursive: true });
      writeFileSync(join(place, "evil/config"), settings);
      writeFileSync(join(place, "attack.sh"), `${attack}\n`);
      await command(place);
      for (const each of [".", "wt", "src"]) gitIn(join(root, each), "status", "--porcelain");
      return existsSync(canary);
    };
    expect(await runs(async (cwd) => execFileSync("bash", ["attack.sh"], { cwd, stdio: "ignore" }))).toBe(true);
    const inSandbox = async (root: string): Promise<void> => {
      const inside = await openKit({}, { project: root });
      expect(await inside.read("run_command", { command: "bash attack.sh" })).toContain("outside: true");
    };
    expect(await runs(inSandbox)).toBe(false);
  });

  test("can only read what other agents, editors and hooks have in the project's root", async () => {
    const names = [".kiro/hooks/a.json", "opencode.json", "a.code-workspace", "lefthook.yml", ".github/hooks/a.json"];
    const files = Object.fromEntries(names.map((name) => [name, "good\n"]));
    const kit = await openKit({ ...files, ".github/workflows/ci.yml": "", ".gitattributes": "", "package.json": "{}" });
    const free = [".github/workflows/ci.yml", ".gitattributes", "package.json"];
    const write = `for (const name of ${JSON.stringify([...names, ...free])}) try { fs.writeFileSync(name, "new"); } catch (error) { console.log(name, error.code); }`;
    writeFileSync(join(kit.root, "write.js"), `const fs = require("node:fs");\n${write}\n`);
    const text = await kit.read("run_command", { command: "node write.js" });
    for (const name of names) {
      expect(text).toContain(`${name} EROFS`);
      expect(readFileSync(join(kit.root, name), "utf8")).toBe("good\n");
    }
    for (const name of free) expect(readFileSync(join(kit.root, name), "utf8")).toBe("new");
  });

  test("cannot change the settings of a submodule, which git asks when it looks at the whole", async () => {
    const kit = await openRepository();
    const other = join(kit.base, "other");
    const git = (cwd: string, ...words: readonly string[]): string =>
      execFileSync("git", ["-c", "protocol.file.allow=always", ...words], { cwd, encoding: "utf8" });
    git(kit.base, "clone", "-q", kit.root, other);
    git(kit.root, "submodule", "--quiet", "add", other, "lib/other");
    const settings = join(kit.root, ".git/modules/lib/other/config");
    const before = readFileSync(settings, "utf8");
    const attack = `fs.appendFileSync(".git/modules/lib/other/config", "[core]\\n\\tfsmonitor = touch x;\\n")`;
    writeFileSync(join(kit.root, "attack.js"), `const fs = require("node:fs");\n${attack};\n`);
    expect(await kit.read("run_command", { command: "node attack.js" })).toContain("outside: true");
    const move = `for (const name of ["modules/lib/other", "modules/lib", "modules"]) try { fs.renameSync(".git/" + name, ".git/x"); } catch {}`;
    writeFileSync(join(kit.root, "attack.js"), `const fs = require("node:fs");\n${move}\n`);
    await kit.read("run_command", { command: "node attack.js" });
    expect(readFileSync(settings, "utf8")).toBe(before);
    const work =
      "cd lib/other && git checkout -q -b side && git -c user.name=a -c user.email=a@b.c commit -qm x --allow-empty";
    expect(await kit.read("run_command", { command: work })).toMatch(/^exit 0/);
  });

  test("commits, branches and adds a worktree inside; changing git's settings offers the question", async () => {
    const kit = await openRepository();
    const commit =
      "git add -A && git -c user.name=a -c user.email=a@b.c commit -qm two --allow-empty && git checkout -q -b side && git worktree add -q wt";
    expect(await kit.read("run_command", { command: commit })).toMatch(/^exit 0/);
    const remote = await kit.read("run_command", { command: "git remote add origin ../x" });
    expect(remote).toContain("outside: true");
  });

  test("a job's server answers a later command, and both use one directory for temporary files", async () => {
    const kit = await openRepository();
    const serve = `require("node:http").createServer((_, r) => r.end("pong")).listen(4567, () => require("node:fs").writeFileSync("/tmp/up", ""))`;
    const started = await kit.read("run_command", { command: `node -e '${serve}'`, background: true });
    const job = /@cmd_\w+/.exec(started)?.[0];
    const ask =
      "while [ ! -e /tmp/up ]; do sleep 0.05; done; node -e 'fetch(\"http://127.0.0.1:4567\").then((r) => r.text()).then(console.log)'";
    expect(await kit.read("run_command", { command: ask })).toContain("pong");
    expect((await kit.read("run_command", { command: "ls /tmp" }, { session: "other" })).split("\n")).not.toContain(
      "up",
    );
    await kit.read("run_command", { job, action: "kill" });
  });

  test("reads the output of an earlier command by its handle", async () => {
    const kit = await openRepository();
    const text = await kit.read("run_command", { command: "seq 1 3000" });
    const handle = /@cmd_\w+/.exec(text)?.[0];
    expect(await kit.read("run_command", { command: `tail -1 ${handle}` })).toContain("3000");
  });

  test("reaches no server of this machine", async () => {
    const kit = await openRepository();
    const server = createServer((socket) => socket.on("error", () => {}).end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const text = await kit.read("run_command", { command: `bash -c 'cat < /dev/tcp/127.0.0.1/${port}'` });
    expect(text).not.toContain("reached");
  });

  test("reaches the hosts that the user allows, through a proxy; the answer names others, whatever the exit code", async () => {
    const kit = await openRepository('[security]\nallow_hosts = ["example.org"]\n');
    const ask = (host: string): string =>
      `node -e 'const p = new URL(process.env.http_proxy); require("node:http").get({ host: p.hostname, port: p.port, path: "http://${host}/" }, (r) => console.log("status", r.statusCode))'`;
    const refused = await kit.read("run_command", { command: ask("evil.test") });
    expect(refused).toMatch(/^exit 0/);
    expect(refused).toContain("status 403");
    expect(refused).toContain("hosts that the user has not allowed: evil.test:80; security.allow_hosts");
    const allowed = await kit.read("run_command", { command: ask("example.org") });
    expect(allowed).not.toContain("has not allowed");
  });

  test("settings decide: ask, ask-all, deny, allowed commands, no sandbox", async () => {
    const asks = async (security: string, command: string): Promise<string> =>
      (await (await openRepository(`[security]\n${security}\n`)).call("run_command", { command })).status;
    expect(await asks('shell = "ask"', "npm publish")).toBe("needs_approval");
    expect(await asks('shell = "ask-all"', "ls")).toBe("needs_approval");
    expect(await asks('shell = "ask-all"\nallow_commands = ["ls", "echo *"]', "ls")).toBe("ok");
    expect(await asks('shell = "ask-all"\nallow_commands = ["ls", "echo *"]', "echo a b")).toBe("ok");
    expect(await asks('shell = "ask-all"\nallow_commands = ["ls", "echo *"]', "echo a; rm b")).toBe("needs_approval");
    expect(await asks('shell = "deny"', "ls")).toBe("denied");
    expect(await asks('sandbox = "off"', "npm publish")).toBe("needs_approval");
  });
});

async function openRepository(settings = ""): Promise<OutriderKit> {
  return await openKit(
    { "src/a.ts": "export const a = 1;\n", ".env": "KEY=canary-value\n", ".gitignore": ".env\n.outrider\ndist\nwt\n" },
    {
      settings,
      prepare: ({ root }) => {
        const git = (...words: readonly string[]): void => void execFileSync("git", words, { cwd: root });
        git("init", "-q");
        git("add", "-A");
        git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
        rmSync(join(root, ".git/hooks"), { recursive: true });
      },
    },
  );
}

function gitIn(cwd: string, ...words: readonly string[]): void {
  // A broken repository is a failure of its own.
  spawnSync("git", words, { cwd, stdio: "ignore" });
}

function status({ root }: OutriderKit): string {
  return execFileSync("git", ["status", "--porcelain", "--ignored"], { cwd: root, encoding: "utf8" });
}
