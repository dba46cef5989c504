/**
 * TypeScript against `tsc --lsp`. Rules:
 * - functions it names after a call ("map() callback", `it("…") callback`), "<function>" and "<class>" have no name in
 *   the source, and neither has the call signature `()`; the construct signature `new()` may be listed or not;
 * - it lists `const f = () => …` as a variable: a function here where the text behind the `=` begins one, at the top
 *   of a file or namespace; inside of functions that is a local value, which either side may list;
 * - `result.connect = () => …` is listed as a function "connect", declared nowhere: it may be left out;
 * - accessors, and properties that hold a function or class, are properties to it and may be methods to others;
 * - methods of an object literal inside of a function are local and may be listed or not;
 * - what the object type behind a `type` holds is not listed;
 * - a default export without a name is called "default" and may be left out;
 * - values other than functions, and namespaces, are no containers.
 */
import { join } from "node:path";
import { listFiles, npmPackage } from "./cache.ts";
import { type DocumentSymbol, lspKind, openLspOracle, type Reading } from "./lsp-oracle.ts";
import type { LanguageCheck, Oracle } from "./model.ts";
import { valueKind } from "./value-kind.ts";

const types: readonly number[] = [lspKind.class, lspKind.interface, lspKind.enum];
const values: readonly number[] = [lspKind.variable, lspKind.constant, lspKind.property];
const functions: readonly number[] = [lspKind.function, lspKind.method, lspKind.constructor];
const namespaces: readonly number[] = [lspKind.namespace, lspKind.module];

export const typescript: LanguageCheck = {
  language: "typescript",
  title: "TypeScript",
  variantOf: (path) => (isTsx(path) ? "tsx" : undefined),
  install: "npm fetches typescript 7 by itself; is the registry reachable?",
  corpus: async () => {
    const packages = [
      await npmPackage("rxjs", "7.8.2"),
      await npmPackage("zod", "4.6.7"),
      await npmPackage("effect", "3.10.0"),
      await npmPackage("fp-ts", "2.16.11"),
      await npmPackage("react-aria-components", "1.22.1"),
      await npmPackage("@tanstack/query-core", "5.59.0"),
      await npmPackage("@reduxjs/toolkit", "2.2.7"),
      await npmPackage("mobx", "6.13.3"),
    ];
    return packages
      .flatMap((folder) => listFiles(folder, [".ts", ".tsx"]))
      .filter((path) => !path.endsWith(".d.ts") && !/[\\/]dist[\\/]/.test(path));
  },
  openOracle: openTypescript,
};

async function openTypescript(): Promise<Oracle> {
  const tools = await npmPackage("typescript", "7.0.2");
  return openLspOracle({
    name: "tsc 7.0.2 --lsp",
    command: join(tools, "node_modules/.bin/tsc"),
    args: ["--lsp", "--stdio"],
    root: tools,
    languageId: (path) => (isTsx(path) ? "typescriptreact" : "typescript"),
    read,
    holds,
    keepsOurs: ({ around }) => around.at(-1) !== "type",
  });
}

function isTsx(path: string): boolean {
  return path.endsWith(".tsx");
}

function read(symbol: DocumentSymbol, around: readonly DocumentSymbol[], lines: readonly string[]): Reading {
  const { kind, name } = symbol;
  if (name === "new()") return { kind: "either", name: "new" };
  if (isNameless(symbol)) return "skip";
  if (name === "default") return { kind: "either" };
  if (types.includes(kind)) return { kind: "class" };
  if (kind === lspKind.method) return { kind: isLocalMethod(around, lines) ? "either" : "method", name: bare(name) };
  if (kind === lspKind.constructor) return { kind: "method" };
  if (kind === lspKind.function) return { kind: isDeclared(symbol, lines) ? "function" : "either" };
  if (kind === lspKind.property) return { kind: "either", name: bare(name) };
  if (kind !== lspKind.variable && kind !== lspKind.constant) return "skip";
  const value = valueKind(symbol, lines);
  return value === "function" && !isLocalValue(symbol, around) ? { kind: "function" } : { kind: "either" };
}

function holds(symbol: DocumentSymbol, around: readonly DocumentSymbol[], lines: readonly string[]): boolean {
  if (isNameless(symbol) || namespaces.includes(symbol.kind)) return false;
  if (!values.includes(symbol.kind)) return true;
  return !isLocalValue(symbol, around) && valueKind(symbol, lines) === "function";
}

function isNameless({ name }: DocumentSymbol): boolean {
  return name.endsWith(" callback") || ["()", "new()", "<function>", "<class>"].includes(name);
}

/** The name must stand where it is said to stand, and not behind a dot. */
function isDeclared({ name, selectionRange: { start } }: DocumentSymbol, lines: readonly string[]): boolean {
  const line = lines[start.line] ?? "";
  return line.startsWith(name, start.character) && line[start.character - 1] !== ".";
}

/** Of an object literal that a function makes. */
function isLocalMethod(around: readonly DocumentSymbol[], lines: readonly string[]): boolean {
  const [holder, ...outer] = around.toReversed();
  if (holder === undefined || types.includes(holder.kind)) return false;
  const isFunction = (symbol: DocumentSymbol): boolean =>
    functions.includes(symbol.kind) || (values.includes(symbol.kind) && valueKind(symbol, lines) === "function");
  return [holder, ...outer].some(isFunction);
}

function isLocalValue({ kind }: DocumentSymbol, around: readonly DocumentSymbol[]): boolean {
  return values.includes(kind) && kind !== lspKind.property && around.some((outer) => !namespaces.includes(outer.kind));
}

function bare(name: string): string {
  return name.replaceAll(/^["'`]|["'`]$/g, "");
}
