/**
 * Go against gopls. Rules:
 * - methods are named "(*T).M": M, with T as the container;
 * - `type F func()` is listed as a function: told from one by the keyword its range begins with;
 * - `var f = func() …` is listed as a variable: may be a function;
 * - what is declared inside of a function, and whatever is called `_`, is not listed.
 */
import { join } from "node:path";
import { cacheFolder, findProgram, listFiles, run } from "./cache.ts";
import { type DocumentSymbol, lspKind, openLspOracle, type Reading } from "./lsp-oracle.ts";
import type { LanguageCheck, Oracle } from "./model.ts";

const types: readonly number[] = [lspKind.class, lspKind.interface, lspKind.struct];

export const go: LanguageCheck = {
  language: "go",
  title: "Go",
  install: 'go on the PATH, and "go install golang.org/x/tools/gopls@latest" (or an older one, if go is older)',
  corpus: async () => {
    const root = join(run("go", ["env", "GOROOT"]).trim(), "src");
    return listFiles(root, [".go"]).filter((path) => !/[\\/]testdata[\\/]/.test(path));
  },
  openOracle: openGopls,
};

async function openGopls(): Promise<Oracle | undefined> {
  const home = findProgram("go") === undefined ? [] : [join(run("go", ["env", "GOPATH"]).trim(), "bin")];
  const command = findProgram("gopls", home);
  if (command === undefined) return undefined;
  return openLspOracle({
    name: /gopls v\S+/.exec(run(command, ["version"]))?.[0] ?? "gopls",
    command,
    args: [],
    root: cacheFolder,
    languageId: "go",
    read,
    keepsOurs: ({ name, around }) => name !== "_" && !around.some((kind) => kind === "function" || kind === "method"),
  });
}

function read({ name, kind, range }: DocumentSymbol, _: readonly DocumentSymbol[], lines: readonly string[]): Reading {
  const isFunction = lines[range.start.line]?.startsWith("func", range.start.character) === true;
  const method = /^\(\*?([^[)]+).*\)\.(.+)$/.exec(name);
  if (method !== null) return { kind: "method", name: method[2] ?? name, container: method[1] ?? "" };
  if (kind === lspKind.function) return { kind: isFunction ? "function" : "class" };
  if (kind === lspKind.method) return { kind: "method" };
  if (kind === lspKind.variable) return { kind: "either" };
  return types.includes(kind) ? { kind: "class" } : "skip";
}
