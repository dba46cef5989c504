import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { openHosts } from "./fixtures/hosts.ts";
import { createProcessRunner } from "./runner.ts";
import { describeSpawnError } from "./spawn-error.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
const folder = mkdtempSync(join(tmpdir(), "toolwright-spawn-"));
const hosts = openHosts();
afterAll(async () => {
  hosts.close();
  rmSync(folder, { recursive: true });
  expect(await runner.close()).toEqual([]);
});

verifies("process:not-found", "a missing command is named with what to do", async () => {
  await expect(scope.exec("no-such-command", [])).rejects.toMatchObject({
    code: "command_not_found",
    message: 'Cannot run "no-such-command": it is not on the PATH; install it, or name it by its full path.',
    retryable: false,
  });
  await expect(scope.exec("/no/such/file", [])).rejects.toMatchObject({
    code: "command_not_found",
    message: 'Cannot run "/no/such/file": no such file; check the path.',
  });
});

verifies("process:not-found", "a missing working directory is not taken for a missing command", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  for (const cwd of ["/no/such/folder", file]) {
    await expect(scope.exec("true", [], { cwd })).rejects.toMatchObject({
      code: "cwd_not_found",
      message: `Cannot run "true": the working directory "${cwd}" is not a directory; pass an existing one as \`cwd\`.`,
    });
  }
});

verifies(
  "process:not-executable",
  "a file without the right to run, or without its interpreter, is named",
  async () => {
    const plain = join(folder, "plain");
    writeFileSync(plain, "#!/bin/sh\n");
    await expect(scope.exec(plain, [])).rejects.toMatchObject({ code: "command_not_executable" });
    await expect(scope.exec(folder, [])).rejects.toMatchObject({ code: "command_not_executable" });
    const orphan = join(folder, "orphan");
    writeFileSync(orphan, "#!/no/such/interpreter\n");
    chmodSync(orphan, 0o755);
    await expect(scope.exec(orphan, [])).rejects.toMatchObject({
      code: "command_not_executable",
      message: expect.stringContaining("the interpreter in its first line does not"),
    });
  },
);

verifies(
  "process:invalid-argument",
  "NUL, an empty command and impossible amounts are refused with the value",
  async () => {
    const refused = { code: "invalid_argument", retryable: false };
    await expect(scope.exec("echo", ["a", "b\0c"])).rejects.toMatchObject({
      ...refused,
      message: "Expected argument 2 without NUL characters, got one at index 1; remove it, or pass it on stdin.",
    });
    expect(() => scope.spawn("ec\0ho", [])).toThrow("Expected the command without NUL characters");
    expect(() => scope.spawn("", [])).toThrow("Expected the command to be a file name, got an empty string.");
    await expect(scope.exec("true", [], { cwd: "/\0" })).rejects.toMatchObject(refused);
    await expect(scope.exec("true", [], { env: { A: "\0" } })).rejects.toMatchObject(refused);
    await expect(scope.exec("true", [], { timeoutMs: -1 })).rejects.toMatchObject({
      ...refused,
      message: "Expected `timeoutMs` to be a number of at least 0, got `-1`; leave it out for the default.",
    });
    await expect(scope.exec("true", [], { maxOutputBytes: Number.NaN })).rejects.toMatchObject(refused);
  },
);

verifies("process:invalid-argument", "more than the system takes is refused with another way", async () => {
  await expect(scope.exec("true", ["x".repeat(8 * 1024 * 1024)])).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining("pass the bulk on stdin or in a file"),
  });
});

verifies("process:system-busy", "a host out of descriptors gets a retryable error and recovers", async () => {
  const host = hosts.start(
    `
    import { closeSync, openSync } from "node:fs";
    import { createProcessRunner } from "./process.mjs";
    const scope = createProcessRunner().openScope();
    await scope.exec("true", []);
    const held = [];
    try { for (;;) held.push(openSync("/dev/null")); } catch {}
    const error = await scope.exec("true", []).catch((error) => error);
    console.log(error.code, error.retryable);
    for (const descriptor of held) closeSync(descriptor);
    console.log((await scope.exec("true", [])).exitCode);
    await scope.close();
    `,
    ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"],
  );
  expect(await host.end).toEqual({ exitCode: 0, signal: null, output: "spawn_failed true\n0\n" });
});

verifies("process:system-busy", "every shortage is worth a retry, the unknown is not", () => {
  for (const code of ["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"]) {
    const error = Object.assign(new Error(`spawn x ${code}`), { code });
    expect(describeSpawnError(error, "x", undefined)).toMatchObject({ code: "spawn_failed", retryable: true });
  }
  const refused = Object.assign(new Error("spawn /host/secret/x EPERM"), { code: "EPERM" });
  expect(describeSpawnError(refused, "x", undefined)).toMatchObject({
    code: "spawn_failed",
    message: 'Cannot run "x": the system refused to start it (EPERM).',
    retryable: false,
    cause: refused,
  });
  expect(describeSpawnError(new Error("odd"), "x", undefined).message).toBe(
    'Cannot run "x": the system refused to start it (unknown error).',
  );
});

verifies("process:late-failure", "exit rejects, the streams end, and nobody has to look", async () => {
  scope.spawn("no-such-command", []);
  const child = scope.spawn("no-such-command", [], { stdin: "pipe" });
  expect(child.pid).toBe(-1);
  child.stdin?.write("ignored");
  const printed: unknown[] = [];
  for await (const chunk of child.stdout) printed.push(chunk);
  expect(printed).toEqual([]);
  await expect(child.exit).rejects.toMatchObject({ code: "command_not_found" });
  expect(await child.kill()).toEqual([]);
});
