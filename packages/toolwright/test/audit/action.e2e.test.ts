import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { makeDirectory, packageRoot, repositoryRoot } from "../cli-process.ts";
import { type ProcessResult, startProcess } from "../started-process.ts";

const server = join(packageRoot, "src", "audit", "fixtures", "ship-server.mjs");

/** A runner of the service: a shell with its variables, in which `npx` starts this Toolwright and not a published one. */
function makeRunner(): {
  readonly cwd: string;
  run(script: string, env: Record<string, string>): Promise<ProcessResult>;
} {
  const cwd = makeDirectory();
  for (const name of ["bin", "dist"]) mkdirSync(join(cwd, name));
  copyFileSync(server, join(cwd, "dist", "server.js"));
  const start = `exec '${process.execPath}' '${join(packageRoot, "bin", "toolwright.js")}' "$@"`;
  const skip = 'while [ "$1" != audit ]; do echo "$1" >> npx-words; shift; done';
  writeFileSync(join(cwd, "bin", "npx"), `#!/bin/sh\n${skip}\n${start}\n`, { mode: 0o755 });
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }\n');
  return {
    cwd,
    async run(script, env) {
      const path = [join(cwd, "bin"), process.env["PATH"]].join(delimiter);
      const shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
      const { child, ended } = startProcess("bash", shell, { cwd, env: { ...process.env, ...env, PATH: path } });
      child.stdin.end();
      return await ended;
    },
  };
}

async function runAction(command: string, flags = "", http = ""): Promise<ProcessResult & { readonly cwd: string }> {
  const { cwd, run } = makeRunner();
  const [, indented = ""] = readFileSync(join(repositoryRoot, "action.yml"), "utf8").split("run: |\n");
  const env = {
    COMMAND: command,
    HTTP: http,
    FLAGS: flags,
    VERSION: "1.2.3",
    RUNNER_TEMP: cwd,
    GITHUB_OUTPUT: join(cwd, "output"),
    GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
  };
  return { ...(await run(indented.replaceAll(/^ {8}/gm, ""), env)), cwd };
}

test.skipIf(process.platform === "win32")("the action passes a good server, and names its report", async () => {
  const { code, stdout, cwd } = await runAction("node dist/server.js", "--only D,S --pin *.lock");
  expect(stdout).toContain("ships 1.0.0");
  expect(code).toBe(0);
  const read = (name: string): string => readFileSync(join(cwd, name), "utf8");
  expect(read("npx-words")).toBe("--yes\ntoolwright@1.2.3\n");
  expect(read("output")).toBe(`sarif=${join(cwd, "toolwright-audit.sarif")}\n`);
  expect(JSON.parse(read("toolwright-audit.sarif")).runs[0].results).toBeInstanceOf(Array);
  expect(read("summary.md")).toMatch(/^# ships 1\.0\.0: \d+ of 100\n/);
  // Words of the flags are split, and nothing else is done to them.
  expect(JSON.parse(read("*.lock"))).toMatchObject({ server: "ships" });
});

test.skipIf(process.platform === "win32")("the action fails for an error, and the report is there", async () => {
  const { code, cwd } = await runAction("node dist/server.js no-description", "--only D");
  expect(code).toBe(1);
  const sarif = JSON.parse(readFileSync(join(cwd, "toolwright-audit.sarif"), "utf8"));
  expect(sarif.runs[0].results).toContainEqual(expect.objectContaining({ ruleId: "D201", level: "error" }));
});

test.skipIf(process.platform === "win32")(
  "a server over HTTP needs no command; without a report none is named",
  async () => {
    const { code, stderr, cwd } = await runAction("", "", "http://127.0.0.1:1/mcp");
    expect(stderr).toContain("The server could not be used:");
    expect(code).toBe(3);
    expect(existsSync(join(cwd, "output"))).toBe(false);
    const both = await runAction("node dist/server.js", "", "http://127.0.0.1:1/mcp");
    expect(both.stderr).toContain("either --http URL or a command");
    expect(both.code).toBe(2);
  },
);

test.skipIf(process.platform === "win32")("the hook of docs/auditing.md audits, or says what is missing", async () => {
  const page = readFileSync(join(repositoryRoot, "docs", "auditing.md"), "utf8");
  const [, entry = ""] = /^ +entry: (.+)$/m.exec(page) ?? [];
  const { run } = makeRunner();
  const { stdout, stderr } = await run(entry, {});
  expect(stdout + stderr).toMatch(/^ships 1\.0\.0, .*\n0 errors|With --without-wall it runs without a sandbox/);
});
