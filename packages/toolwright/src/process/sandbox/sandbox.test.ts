import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExecResult, SandboxPolicy } from "../../tool/process-contract.ts";
import { openHosts } from "../fixtures/hosts.ts";
import { createMark, processesWith } from "../fixtures/process-search.ts";
import { createProcessRunner } from "../runner.ts";
import { findSandbox, type OpenSandbox, type SandboxDriver } from "./find-sandbox.ts";
import { verifies } from "../../../test/verifies.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
const found = await findSandbox(scope);
const driver: SandboxDriver | undefined = found.name === "none" ? undefined : found;
const base = mkdtempSync(join(tmpdir(), "sandbox-test-"));
const servers: Server[] = [];
let sandbox: OpenSandbox;

afterAll(async () => {
  sandbox?.close();
  for (const server of servers) server.close();
  expect(await runner.close()).toEqual([]);
  rmSync(base, { recursive: true, force: true });
});

it("is found, or says why there is none", () => {
  const reason = found.name === "none" ? found.reason : "It works.";
  if (found.name === "none") console.log(`The tests of the sandbox are skipped: ${reason}`);
  expect(reason).toMatch(/^[A-Za-z][^]*\.$/);
});

describe.skipIf(driver === undefined)("a sandbox", () => {
  beforeAll(async () => {
    if (driver !== undefined) sandbox = await driver.open(scope);
  });

  verifies("process:sandbox-files", "lets write where the policy says so, and nowhere else", async () => {
    const root = project();
    const outside = mkdtempSync(join(homedir(), ".sandbox-outside-"));
    try {
      const done = await run(
        root,
        `echo a > in; mkdir -p d/e; echo b > d/e/f; echo c > ${outside}/x; echo d > ~/.x-${process.pid}`,
      );
      expect(readFileSync(join(root, "d/e/f"), "utf8")).toBe("b\n");
      expect(done.stderr.text).toMatch(/Read-only file system|Operation not permitted/);
      expect(readdirSync(outside)).toEqual([]);
      expect(existsSync(join(homedir(), `.x-${process.pid}`))).toBe(false);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  const attacks = [
    "echo evil > config/settings.json",
    "rm -f config/settings.json; echo evil > config/settings.json",
    "mv config/settings.json x; echo evil > config/settings.json",
    "mv config old; mkdir config; echo evil > config/settings.json",
    "echo evil > x; mv -f x config/settings.json",
    "echo evil > x; ln -f x config/settings.json",
    "rm -rf config; mkdir config; echo evil > config/settings.json",
    "chmod 777 config/settings.json; echo evil >> config/settings.json",
    "mount -o remount,rw config/settings.json; umount config/settings.json; echo evil > config/settings.json",
    "unshare -rm sh -c 'umount config/settings.json; echo evil > config/settings.json'",
  ];
  it.each(attacks)("keeps a protected file from %s", async (attack) => {
    const root = project();
    mkdirSync(join(root, "config"));
    writeFileSync(join(root, "config/settings.json"), "good");
    await run(root, attack, { protected: [join(root, "config/settings.json")] });
    expect(readFileSync(join(root, "config/settings.json"), "utf8")).toBe("good");
  });

  it("lets nothing be made where a protected file is absent, and leaves nothing behind", async () => {
    const root = project();
    git(root, "init", "-q");
    const before = [git(root, "status", "--porcelain"), readdirSync(root)];
    const absent = [join(root, ".tool.json"), join(root, ".editor"), join(root, "deep/er/settings.json")];
    const attack =
      "git status --porcelain; echo x > .tool.json; mkdir .editor; echo x > .editor/a; mkdir -p deep/er; echo x > deep/er/settings.json";
    const done = await run(root, attack, { protected: absent });
    expect(done.stdout.text).toBe("");
    expect([git(root, "status", "--porcelain"), readdirSync(root)]).toEqual(before);
  });

  it("keeps what the user puts where only a placeholder was", async () => {
    const root = project();
    const ready = join(root, "ready");
    const running = run(root, `touch ready; while [ ! -e go ]; do sleep 0.05; done`, {
      protected: [join(root, ".editor")],
    });
    await expect.poll(() => existsSync(ready)).toBe(true);
    writeFileSync(join(root, ".editor/mine"), "mine");
    writeFileSync(join(root, "go"), "");
    await running;
    expect(readFileSync(join(root, ".editor/mine"), "utf8")).toBe("mine");
  });

  it("keeps many commands at once from what is absent, and leaves nothing behind", async () => {
    const root = project();
    const absent = { protected: [join(root, ".editor"), join(root, ".tool.json")] };
    const all = Array.from({ length: 12 }, (_, index) =>
      run(root, `sleep 0.0${index % 7}; echo ok; echo x > .tool.json; echo x > .editor/x`, absent),
    );
    for (const done of await Promise.all(all)) expect(done).toMatchObject({ stdout: { text: "ok\n" } });
    expect(readdirSync(root)).toEqual([]);
  });

  it("puts a protected link back", async () => {
    const root = project();
    symlinkSync("elsewhere", join(root, "link"));
    await run(root, "rm link; echo evil > link", { protected: [join(root, "link")] });
    expect(execFileSync("readlink", [join(root, "link")], { encoding: "utf8" })).toBe("elsewhere\n");
  });

  it("hides files and directories, and shows what is writable below", async () => {
    const root = project();
    mkdirSync(join(root, "hidden/work"), { recursive: true });
    writeFileSync(join(root, "hidden/key"), "secret-key");
    writeFileSync(join(root, "token"), "secret-token");
    writeFileSync(join(root, "hidden/note"), "note");
    const readable = [join(root, "hidden/note")];
    const rules = {
      readable,
      hidden: [join(root, "hidden"), join(root, "token")],
      writable: [root, join(root, "hidden/work")],
    };
    const done = await run(
      root,
      "cat hidden/key token hidden/note; ls hidden; echo x > hidden/note; echo ok > hidden/work/f; echo x > hidden/key",
      rules,
    );
    expect(done.stdout.text).toBe("notenote\nwork\n");
    expect(readFileSync(join(root, "hidden/note"), "utf8")).toBe("note");
    expect(readFileSync(join(root, "hidden/work/f"), "utf8")).toBe("ok\n");
    expect(readFileSync(join(root, "hidden/key"), "utf8")).toBe("secret-key");
  });

  it("has temporary files of its own, which its commands share", async () => {
    const root = project();
    const name = `shared-${process.pid}`;
    await run(root, `echo one > /tmp/${name}; echo two > "\${TMPDIR:-/tmp}/${name}-2"`);
    expect((await run(root, `cat /tmp/${name}`)).stdout.text).toBe("one\n");
    expect(existsSync(join("/tmp", name))).toBe(false);
    expect(readdirSync(tmpdir())).not.toContain(`${name}-2`);
  });

  it("passes input, output, exit code and directory through", async () => {
    const root = project();
    mkdirSync(join(root, "sub"));
    const options = {
      cwd: join(root, "sub"),
      input: "hello",
      env: { GIVEN: "here" },
      sandbox: sandbox.with(rulesFor(root)),
    };
    const done = await scope.exec("/bin/sh", ["-c", "cat; pwd; echo $GIVEN; echo no >&2; exit 7"], options);
    expect(done).toMatchObject({
      exitCode: 7,
      stdout: { text: `hello${join(root, "sub")}\nhere\n` },
      stderr: { text: "no\n" },
    });
  });

  verifies(
    "process:sandbox-network",
    "reaches no server of this machine, by address, path or abstract name",
    async () => {
      const root = project();
      const tcp = await listen({ port: 0, host: "127.0.0.1" });
      const address = tcp.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      const home = mkdtempSync(join(homedir(), ".sandbox-sockets-"));
      const sockets = [
        join(root, "project.sock"),
        join(base, "temp.sock"),
        join(home, "agent.sock"),
        "\0sandbox-abstract",
      ];
      for (const path of sockets) await listen({ path });
      const targets = [...sockets.map((path) => ({ path })), { port, host: "127.0.0.1" }];
      const script = `
      const { connect } = require("node:net");
      for (const target of ${JSON.stringify(targets)})
        connect(target).on("connect", () => { console.log("reached", JSON.stringify(target)); process.exit(); }).on("error", () => {});
    `;
      const control = await scope.exec(process.execPath, ["-e", script], {});
      expect(control.stdout.text).toContain("reached");
      const done = await scope.exec(process.execPath, ["-e", script], {
        cwd: root,
        sandbox: sandbox.with(rulesFor(root)),
      });
      rmSync(home, { recursive: true });
      expect(done).toMatchObject({ exitCode: 0, stdout: { text: "" } });
    },
  );

  it("lets a command talk to a server that another one has started, but not one of another sandbox", async (context) => {
    context.skip(process.platform !== "linux", "one network for all");
    const root = project();
    const rules = sandbox.with(rulesFor(root));
    const serve = `require("node:net").createServer((s) => s.end("hi")).listen(4711, "127.0.0.1", () => console.log("up"))`;
    const ask = `require("node:net").connect(4711, "127.0.0.1").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))`;
    const server = scope.spawn(process.execPath, ["-e", serve], { cwd: root, sandbox: rules });
    await new Promise((resolve) => server.stdout.once("data", resolve));
    expect((await scope.exec(process.execPath, ["-e", ask], { cwd: root, sandbox: rules })).stdout.text).toBe("hi\n");
    const other = await driver?.open(scope);
    const stranger = await scope.exec(process.execPath, ["-e", ask], {
      cwd: root,
      ...(other && { sandbox: other.with(rulesFor(root)) }),
    });
    expect(stranger.stdout.text).toBe("ECONNREFUSED\n");
    expect(await server.kill()).toEqual([]);
    other?.close();
  });

  const escapes = [
    "setsid -f",
    "env -i setsid -f",
    'nohup setsid sh -c \'(exec "$0" "$@" &) &\'',
    'sh -c \'("$0" "$@" &) & exit\'',
  ];
  it.each(escapes)("ends what was started with %s", async (escape) => {
    const root = project();
    const mark = createMark();
    await run(root, `${escape} sh -c 'sleep 600; : ${mark}' >/dev/null 2>&1; sleep 0.2; true`);
    expect(processesWith(mark)).toEqual([]);
  });

  it("takes away what a killed host has left, and lets nothing live on", async () => {
    const root = project();
    const mark = createMark();
    const absent = join(root, ".editor");
    const policy = rulesFor(root, { protected: [absent] });
    const hosts = openHosts();
    const host = hosts.start(`
      import { createProcessRunner, findSandbox } from "./process.mjs";
      const scope = createProcessRunner().openScope();
      const sandbox = await (await findSandbox(scope)).open(scope);
      scope.exec("/bin/sh", ["-c", "touch ${root}/ready; sleep 600; : ${mark}"], { sandbox: sandbox.with(${JSON.stringify(policy)}) });
    `);
    await expect.poll(() => existsSync(join(root, "ready"))).toBe(true);
    expect(existsSync(absent)).toBe(true);
    host.child.kill("SIGKILL");
    await host.end;
    await expect.poll(() => processesWith(mark)).toEqual([]);
    (await driver?.open(scope))?.close();
    hosts.close();
    expect(existsSync(absent)).toBe(false);
  });

  it("shows no process of this machine, and none can be signalled", async () => {
    const done = await run(
      project(),
      `cat /proc/${process.pid}/environ /proc/$PPID/environ | tr '\\0' '\\n' | grep -c SANDBOX_TEST_SECRET; kill -0 ${process.pid}`,
      {},
      { SANDBOX_TEST_SECRET: undefined },
    );
    expect(done.stdout.text).toBe("0\n");
    expect(done.exitCode).not.toBe(0);
  });

  it("gives no way to change the kernel's settings", async (context) => {
    context.skip(process.platform !== "linux", "needs /proc");
    const pattern = readFileSync("/proc/sys/kernel/core_pattern", "utf8");
    const done = await run(project(), `printf %s "${pattern.trim()}" > /proc/sys/kernel/core_pattern`);
    expect(done.exitCode).not.toBe(0);
  });
});

function project(): string {
  return mkdtempSync(join(base, "project-"));
}

function rulesFor(root: string, rules: Partial<SandboxPolicy> = {}): SandboxPolicy {
  return { writable: [root], protected: [], hidden: [], ...rules };
}

async function run(
  root: string,
  script: string,
  rules: Partial<SandboxPolicy> = {},
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ExecResult> {
  return await scope.exec("/bin/sh", ["-c", script], {
    cwd: root,
    env,
    sandbox: sandbox.with(rulesFor(root, rules)),
    timeoutMs: 60_000,
  });
}

async function listen(
  where: { readonly path: string } | { readonly port: number; readonly host: string },
): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}).end("reached"));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(where, resolve));
  return server;
}

function git(root: string, ...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" });
}
