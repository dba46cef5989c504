/** Compilers of whole repositories, and what they complain about. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheFolder, npmPackage } from "../accuracy/cache.ts";
import { listSources } from "../truth/checkouts.ts";
import type { Language, TruthRepository } from "../truth/repositories.ts";

export interface Compiler {
  readonly title: string;
  /** Errors without the line they are in, sorted. */
  readonly errors: (root: string, repository: TruthRepository) => Promise<readonly string[]>;
}

const tsc = async () => join(await npmPackage("typescript", "5.9.3"), "node_modules/typescript/bin/tsc");

export const compilers: Partial<Record<Language, Compiler>> = {
  typescript: {
    title: "tsc 5.9",
    // A configuration that asks for types which are not there stops the check of everything else.
    errors: async (root) =>
      read(process.execPath, [await tsc(), "--noEmit", "--pretty", "false", "--types", "node", "-p", "."], root),
  },
  javascript: {
    title: "tsc 5.9, checkJs",
    errors: async (root, { without }) => {
      const flags = ["--noEmit", "--pretty", "false", "--allowJs", "--checkJs", "--skipLibCheck", "--target", "esnext"];
      const modules = ["--module", "nodenext", "--moduleResolution", "nodenext", "--strict", "false"];
      const files = listSources(root, [".js", ".mjs", ".cjs", ".d.ts"], without);
      return read(process.execPath, [await tsc(), ...flags, ...modules, ...files], root);
    },
  },
  go: {
    title: "go vet",
    errors: (root) => read("go", ["vet", "./..."], root, { GOFLAGS: "-mod=mod" }),
  },
  python: {
    title: "pyright 1.1, compileall",
    errors: async (root) => {
      const pyright = join(await npmPackage("pyright", "1.1.407"), "node_modules/pyright/index.js");
      const env = { PYTHONPATH: join(cacheFolder, "truth-python-site") };
      const typed = await read(process.execPath, [pyright], root, env);
      return [...typed, ...(await read("python3", ["-m", "compileall", "-q", "."], root))].sort();
    },
  },
  java: {
    title: "javac",
    errors: async (root, { name, without }) => {
      const out = mkdtempSync(join(tmpdir(), "javac-"));
      const jars = join(cacheFolder, "truth-jars", name.replace("/", "+"), "jars");
      const path = existsSync(jars) ? readdirSync(jars).map((jar) => join(jars, jar)) : [];
      const flags = ["-proc:none", "-nowarn", "-Xmaxerrs", "10000", "-XDshould-stop.ifError=FLOW", "-d", out];
      try {
        const files = listSources(root, [".java"], without).filter((file) => !file.endsWith("-info.java"));
        return await read("javac", [...flags, "-cp", path.join(":"), ...files], root);
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    },
  },
  rust: {
    title: "cargo check",
    errors: (root) =>
      read("cargo", ["check", "--offline", "--workspace", "--all-targets", "--message-format", "short"], root, {
        CARGO_TARGET_DIR: join(cacheFolder, "compiled-edits-target"),
      }),
  },
  c: { title: "gcc", errors: (root, repository) => eachFile("gcc", [".c"], ["-D_GNU_SOURCE"], root, repository) },
  cpp: {
    title: "g++",
    errors: (root, repository) => eachFile("g++", [".cc", ".cpp", ".cxx"], ["-std=c++17"], root, repository),
  },
};

async function eachFile(
  program: string,
  endings: readonly string[],
  flags: readonly string[],
  root: string,
  { without, flags: own = [] }: TruthRepository,
): Promise<readonly string[]> {
  const files = listSources(root, endings, without);
  const all = [...flags, ...own.map((flag) => flag.replace("ROOT", root)), "-fsyntax-only", "-w"];
  const errors = files.map((file) => read(program, [...all, file], root));
  return (await Promise.all(errors)).flat().sort();
}

/** Lines such as `a/b.go:3:4: what is wrong`, and what else a compiler says that is an error. */
async function read(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { stdout, stderr, error, signal } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  });
  if (error !== undefined) throw error;
  if (signal !== null) throw new Error(`${program} was ended by ${signal}`);
  return `${stdout}\n${stderr}`
    .split("\n")
    .filter((line) => /error|^\S+\.go:\d+|^vet:|undefined|cannot/i.test(line) && !/^\s*\d+ error/.test(line))
    .map((line) =>
      line
        .trim()
        .replaceAll(cwd, "")
        .replaceAll(/[:(]\d+(?:[:,]\d+)*\)?/g, ""),
    )
    .sort();
}
