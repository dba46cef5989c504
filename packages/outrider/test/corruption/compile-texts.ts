import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Compiled {
  /** The compiler that was asked; undefined where there is none on this machine. */
  readonly program: string | undefined;
  /** Of the files, by their index: what the compiler says of each that is no code. */
  readonly faults: ReadonlyMap<number, string>;
}

export interface CompiledFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

interface Compiler {
  readonly program: string;
  readonly args: (files: readonly string[]) => readonly string[];
  /** Lines that are no complaint about syntax. */
  readonly ignore?: RegExp;
  /** Empty files beside the sources, so that no header has to be read. */
  readonly headers?: readonly string[];
}

const tsc = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));
const typescriptOptions = `--noEmit --noCheck --noResolve --ignoreConfig --allowJs --allowImportingTsExtensions
  --jsx preserve --target esnext --module esnext --pretty false`.split(/\s+/);
const pythonParser = `
import ast, sys
for name in sys.argv[1:]:
    try:
        ast.parse(open(name, "rb").read())
    except (SyntaxError, ValueError) as error:
        print(f"{name}:{getattr(error, 'lineno', 0) or 0}: {error}")
`;
const headers = ["map", "string", "stdio.h", "stdlib.h", "vector", "store.h"];
const gcc = ["-fsyntax-only", "-w", "-nostdinc", "-I", "headers", "-fmax-errors=1"];

/** All of these read the syntax only, or hardly more; each is started once for all files. */
const compilers: Readonly<Record<string, Compiler>> = {
  typescript: {
    program: tsc,
    args: (files) => [...typescriptOptions, ...files],
    ignore: /error TS(?!1\d\d\d:)/,
  },
  javascript: {
    program: process.execPath,
    args: (files) => [
      "-e",
      `for (const name of process.argv.slice(1)) {
        try {
          const text = require("node:fs").readFileSync(name, "utf8").replace(/^\\ufeff/, "");
          const isModule = name.endsWith(".mjs");
          if (isModule) require("node:child_process").execFileSync(process.execPath, ["--check", name], { stdio: "pipe" });
          else new (require("node:vm").Script)(text);
        } catch (error) { console.log(name + ":1: " + error.message.split("\\n")[0]); }
      }`,
      ...files,
    ],
  },
  python: { program: "python3", args: (files) => ["-c", pythonParser, ...files] },
  go: { program: "gofmt", args: (files) => ["-e", "-l", ...files] },
  rust: { program: "rustfmt", args: (files) => ["--check", "-l", "--edition", "2021", ...files] },
  cpp: { program: "g++", args: (files) => ["-std=c++20", ...gcc, "-nostdinc++", ...files], headers },
  c: { program: "gcc", args: (files) => ["-std=gnu17", ...gcc, ...files], headers },
  java: {
    program: "javac",
    args: (files) => ["-proc:none", "--should-stop=ifNoError=PARSE", "-Xmaxerrs", "10000", ...files],
  },
  bash: {
    program: "bash",
    args: (files) => ["-c", 'for name in "$@"; do bash -n "$name" 2>&1 | sed "s|: line |:|"; done', "-", ...files],
  },
};
const sameAs: Readonly<Record<string, string>> = { tsx: "typescript" };

/** What the compiler of a language says to these files, all of them in one go. */
export function compileTexts(language: string, files: readonly CompiledFile[]): Compiled {
  const compiler = compilers[sameAs[language] ?? language];
  if (compiler === undefined || !isThere(compiler.program)) return { program: undefined, faults: new Map() };
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), "outrider-compile-")));
  try {
    mkdirSync(join(base, "headers"));
    for (const header of compiler.headers ?? []) writeFileSync(join(base, "headers", header), "");
    const names = files.map(({ name, content }, index) => {
      mkdirSync(join(base, `n${index}`));
      writeFileSync(join(base, `n${index}`, basename(name)), content);
      return `n${index}/${basename(name)}`;
    });
    const { stdout, stderr, error } = spawnSync(compiler.program, compiler.args(names), {
      cwd: base,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      timeout: 60_000,
    });
    if (error !== undefined) throw error;
    return { program: compiler.program, faults: readFaults(`${stdout}\n${stderr}`, compiler.ignore) };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function isThere(program: string): boolean {
  return spawnSync(program, [program === "gofmt" ? "-h" : "--version"], { stdio: "ignore" }).error === undefined;
}

/** Whatever the compiler, a complaint names file and line. */
function readFaults(output: string, ignore: RegExp | undefined): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const line of output.split("\n")) {
    const index = /(?:^|[\s/])n(\d+)\/[^\s:(]+[:(]\d/.exec(line)?.[1];
    if (index === undefined || ignore?.test(line) === true || faults.has(Number(index))) continue;
    faults.set(Number(index), line.trim());
  }
  return faults;
}
