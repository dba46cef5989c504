import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { SandboxPolicy } from "../../tool/process-contract.ts";
import { createProcessRunner } from "../runner.ts";
import { findSandbox, type OpenSandbox } from "./find-sandbox.ts";
import { verifies } from "../../../test/verifies.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
const driver = await findSandbox(scope);
const base = mkdtempSync(join(tmpdir(), "swapped-test-"));
const outside = mkdtempSync(join(homedir(), ".swapped-outside-"));
let sandbox: OpenSandbox;

afterAll(async () => {
  sandbox?.close();
  expect(await runner.close()).toEqual([]);
  for (const place of [base, outside]) rmSync(place, { recursive: true, force: true });
});

function project(): string {
  return mkdtempSync(join(base, "project-"));
}

function policyFor(root: string, names: readonly string[]): SandboxPolicy {
  return { writable: [root], protected: names.map((name) => join(root, name)), hidden: [] };
}

/** Swaps `settings` and `link` every few milliseconds until there is a file `stop`. */
const swapping = `
const fs = require("node:fs");
const rename = (from, to) => { try { fs.renameSync(from, to); } catch {} };
const states = [["settings", "kept", "link", "settings"], ["settings", "link", "kept", "settings"]];
let turn = 0;
setInterval(() => {
  const [a, b, c, d] = states[turn++ % 2];
  rename(a, b);
  rename(c, d);
  if (fs.existsSync("stop")) process.exit();
}, 12);`;

if (driver.name !== "bubblewrap") console.log("The tests of swapped places need bubblewrap.");

describe.skipIf(driver.name !== "bubblewrap")("a command that swaps directories while others are set up", () => {
  beforeAll(async () => {
    if (driver.name !== "none") sandbox = await driver.open(scope);
  });

  verifies("process:sandbox-files", "no link is put back in another place", async () => {
    const root = project();
    const victim = join(outside, "victim");
    mkdirSync(join(victim, "hooks"), { recursive: true });
    mkdirSync(join(root, "settings"));
    symlinkSync(join(root, "evil"), join(root, "settings/hooks"));
    const wait = "while [ ! -e step2 ]; do sleep 0.02; done";
    const first = scope.exec("/bin/sh", ["-c", `rm settings/hooks; touch step1; ${wait}`], {
      cwd: root,
      sandbox: sandbox.with(policyFor(root, ["settings/hooks"])),
      timeoutMs: 60_000,
    });
    const swap = `while [ ! -e step1 ]; do sleep 0.02; done; mv settings old; ln -s ${victim} settings; touch step2`;
    await scope.exec("/bin/sh", ["-c", swap], {
      cwd: root,
      sandbox: sandbox.with(policyFor(root, [])),
      timeoutMs: 60_000,
    });
    expect((await first).exitCode).toBe(0);
    expect(existsSync(join(root, "step2"))).toBe(true);
    expect(lstatSync(join(victim, "hooks")).isDirectory()).toBe(true);
    expect(lstatSync(join(root, "old/hooks")).isSymbolicLink()).toBe(true);
  });

  verifies("process:sandbox-files", "what a protected link leads to is protected", async () => {
    const root = project();
    mkdirSync(join(root, "dev/hooks"), { recursive: true });
    writeFileSync(join(root, "dev/hooks/run"), "good");
    symlinkSync("dev/hooks", join(root, "hooks"));
    const attacks =
      "echo evil > hooks/run; echo evil > dev/hooks/run; mv dev x && mkdir -p dev/hooks; rm -rf dev/hooks";
    await scope.exec("/bin/sh", ["-c", attacks], { cwd: root, sandbox: sandbox.with(policyFor(root, ["hooks"])) });
    const read = await scope.exec("cat", ["hooks/run"], { cwd: root });
    expect(read.stdout.text).toBe("good");
  });

  verifies("process:sandbox-files", "no hidden file is mounted for the next one", async () => {
    const root = project();
    const secret = join(outside, "secret");
    writeFileSync(secret, "canary");
    writeFileSync(join(root, "settings"), "plain");
    symlinkSync(relative(root, secret), join(root, "link"));
    const job = scope.spawn(process.execPath, ["-e", swapping], {
      cwd: root,
      sandbox: sandbox.with(policyFor(root, [])),
    });
    job.stderr.resume();
    let seen = "";
    for (let round = 0; round < 60; round += 1) {
      const policy = { ...policyFor(root, ["settings"]), hidden: [secret] };
      const entered = { cwd: root, sandbox: sandbox.with(policy), timeoutMs: 60_000 };
      const read = await scope
        .exec("/bin/sh", ["-c", "cat settings link kept 2>/dev/null"], entered)
        .catch(() => undefined);
      seen += read?.stdout.text ?? "";
    }
    writeFileSync(join(root, "stop"), "");
    await job.exit;
    expect(seen).toContain("plain");
    expect(seen).not.toContain("canary");
  });

  verifies("process:sandbox-files", "no directory outside is mounted for the next one", async () => {
    const root = project();
    const target = join(outside, "race");
    mkdirSync(join(target, "hooks"), { recursive: true });
    mkdirSync(join(root, "settings/hooks"), { recursive: true });
    symlinkSync(relative(root, target), join(root, "link"));
    const job = scope.spawn(process.execPath, ["-e", swapping], {
      cwd: root,
      sandbox: sandbox.with(policyFor(root, [])),
    });
    job.stderr.resume();
    const codes: (number | null)[] = [];
    for (let round = 0; round < 60; round += 1) {
      const ended = await scope
        .exec("/bin/sh", ["-c", `touch settings/pwned link/pwned kept/pwned ${target}/pwned 2>/dev/null; exit 0`], {
          cwd: root,
          sandbox: sandbox.with(policyFor(root, ["settings/hooks"])),
          timeoutMs: 60_000,
        })
        .catch(() => undefined);
      codes.push(ended?.exitCode ?? null);
    }
    writeFileSync(join(root, "stop"), "");
    await job.exit;
    expect(existsSync(join(target, "pwned"))).toBe(false);
    expect(codes).toContain(0);
  });
});
