import type { Check, Finding } from "./check.ts";
import { findSandbox } from "toolwright/process";
import { loadUserConfig } from "../../workspace/config/config-file.ts";
import { userConfigFile } from "../../workspace/config/user-config-file.ts";
import { findOutside, pathOutside } from "../../workspace/programs/find-on-path.ts";
import { findRipgrep } from "../../workspace/walk/ripgrep.ts";
import { loadParser } from "../../shell/inspect/parse-script.ts";
import { findShellProgram } from "../../shell/shell-program.ts";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const oldest = [20, 19] as const;

export const node: Check = {
  what: "Node",
  async run() {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
    const detail = `${process.version}, ${process.platform} ${process.arch}`;
    if (!isOld) return { level: "ok", detail };
    return { level: "problem", detail, next: `Install Node ${oldest.join(".")} or later.` };
  },
};

export const git: Check = {
  what: "git",
  async run({ scope, root, context: { env } }) {
    const found = await findOutside("git", env, root);
    if (found === undefined) {
      return {
        level: "warning",
        detail: "not found outside of the project",
        next: "Install git to see branches and history; files work without it.",
      };
    }
    const { stdout } = await scope.exec(found.file, ["--version"], { env: { PATH: await pathOutside(env, root) } });
    return { level: "ok", detail: stdout.text.trim().replace(/^git version /, "") };
  },
};

export const ripgrep: Check = {
  what: "ripgrep",
  async run({ scope }) {
    const { stdout, exitCode } = await scope.exec(await findRipgrep(), ["--version"]);
    const [first = ""] = stdout.text.split("\n");
    if (exitCode === 0) return { level: "ok", detail: first.replace(/^ripgrep /, "") };
    return {
      level: "problem",
      detail: `it ends with code ${exitCode}`,
      next: "Install Outrider again: npm install --include=optional",
    };
  },
};

export const shell: Check = {
  what: "shell",
  async run(examination) {
    return [await findShell(examination), await tryParser()];
  },
};

export const sandbox: Check = {
  what: "sandbox",
  limitMs: 30_000,
  async run({ scope, context: { env } }) {
    const { config } = await loadUserConfig(userConfigFile(env));
    if (config.security.sandbox === "off") return { level: "info", detail: "switched off in the user settings" };
    const found = await findSandbox(scope);
    if (found.name !== "none") {
      const hosts = config.security.allow_hosts.join(", ") || "no host";
      return { level: "ok", detail: `${found.name}: commands run inside it and reach ${hosts}` };
    }
    const detail = `none: ${found.reason} Dangerous commands, and those of unknown programs, are confirmed by you.`;
    return { level: "info", detail };
  },
};

async function findShell({ scope }: Parameters<Check["run"]>[0]): Promise<Finding> {
  const { file, args, isPosix } = findShellProgram();
  const { stdout, exitCode } = await scope.exec(file, args("echo well"));
  if (exitCode !== 0 || stdout.text.trim() !== "well") {
    return { what: "shell", level: "problem", detail: `${file} does not run a plain command (code ${exitCode})` };
  }
  if (isPosix) return { what: "shell", level: "ok", detail: file };
  const detail = `${file}, whose commands cannot be inspected: each is confirmed by you`;
  return { what: "shell", level: "warning", detail, next: "Install Git for Windows to have its bash used." };
}

async function tryParser(): Promise<Finding> {
  const parse = await loadParser();
  const isParsed = parse("rm -rf /tmp/x && echo done", (root) => !root.hasError);
  return isParsed
    ? { what: "command parser", level: "ok", detail: "loads" }
    : {
        what: "command parser",
        level: "problem",
        detail: "it cannot read a plain command",
        next: "Install Outrider again.",
      };
}

export const temporary: Check = {
  what: "temporary files",
  async run() {
    try {
      return await withTemporaryFolder(async (folder) => {
        const file = join(folder, "written");
        await writeFile(file, "yes");
        await readFile(file, "utf8");
        return { level: "ok", detail: tmpdir() };
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return {
        level: "problem",
        detail: why,
        next: "Set TMPDIR (TEMP on Windows) to a directory that can be written.",
      };
    }
  },
};

/** Passes a temporary folder to `use` and removes it afterwards. */
async function withTemporaryFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), "outrider-doctor-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
