/**
 * Python against CPython's own parser and against pyright. Rules:
 * - the parser: none; what stands in a class, also inside of an `if` or `try`, is a method, all else a function;
 * - pyright lists one declaration of a name that a scope declares again (overloads, `if`/`else`, property and setter):
 *   the last, so ours may list the earlier ones.
 */
import { join } from "node:path";
import { findProgram, listFiles, npmPackage, pythonPackage } from "./cache.ts";
import { type DocumentSymbol, lspKind, openLspOracle, type Reading } from "./lsp-oracle.ts";
import type { LanguageCheck, Oracle } from "./model.ts";
import { openProgramOracle } from "./program-oracle.ts";
import { programFile } from "./program-file.ts";

async function corpus(): Promise<readonly string[]> {
  const packages = [
    await pythonPackage("Django", "5.1"),
    await pythonPackage("sympy", "1.13.3"),
    await pythonPackage("requests", "2.32.3"),
    await pythonPackage("attrs", "24.2.0"),
    await pythonPackage("rich", "13.9.2"),
    await pythonPackage("mypy", "1.11.2"),
  ];
  return packages.flatMap((folder) => listFiles(folder, [".py"]));
}

export const python: LanguageCheck = {
  language: "python",
  title: "Python (ast)",
  install: "python3 on the PATH",
  corpus,
  openOracle: async () => {
    const command = findProgram("python3");
    if (command === undefined) return undefined;
    return openProgramOracle({ name: "CPython's ast", command, args: [programFile("symbols.py")] });
  },
};

export const pythonByServer: LanguageCheck = {
  language: "python",
  title: "Python (pyright)",
  install: "npm fetches pyright by itself; is the registry reachable?",
  corpus,
  openOracle: openPyright,
};

async function openPyright(): Promise<Oracle> {
  const tools = await npmPackage("pyright", "1.1.414");
  return openLspOracle({
    name: "pyright 1.1.414",
    command: process.execPath,
    args: [join(tools, "node_modules/pyright/langserver.index.js"), "--stdio"],
    root: tools,
    languageId: "python",
    read,
    keepsOurs: (ours, all) => all.findLast(({ path }) => path === ours.path) === ours,
  });
}

function read({ kind }: DocumentSymbol): Reading {
  if (kind === lspKind.class) return { kind: "class" };
  if (kind === lspKind.method) return { kind: "method" };
  return kind === lspKind.function ? { kind: "function" } : "skip";
}
