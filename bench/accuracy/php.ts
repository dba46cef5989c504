/**
 * PHP against intelephense. Rules:
 * - a trait is listed as a module and is a type;
 * - a `@method` in a comment declares nothing;
 * - closures ("Closure") and anonymous classes ("class") have no name; neither is a container.
 */
import { join } from "node:path";
import { cacheFolder, debianPackage, listFiles, npmPackage } from "./cache.ts";
import { type DocumentSymbol, lspKind, openLspOracle, type Reading } from "./lsp-oracle.ts";
import type { LanguageCheck, Oracle } from "./model.ts";

const types: readonly number[] = [lspKind.class, lspKind.interface, lspKind.enum, lspKind.module];

export const php: LanguageCheck = {
  language: "php",
  title: "PHP",
  install: "npm fetches intelephense by itself; is the registry reachable? The code is from Debian packages.",
  corpus: async () => {
    const packages = [
      await debianPackage("php-symfony-console"),
      await debianPackage("php-symfony-http-foundation"),
      await debianPackage("php-symfony-dependency-injection"),
      await debianPackage("php-doctrine-orm"),
      await debianPackage("php-twig"),
      await debianPackage("phpunit"),
    ];
    return packages.flatMap((folder) => listFiles(folder, [".php"]));
  },
  openOracle: openIntelephense,
};

async function openIntelephense(): Promise<Oracle> {
  const tools = await npmPackage("intelephense", "1.18.5");
  return openLspOracle({
    name: "intelephense 1.18.5",
    command: process.execPath,
    args: [join(tools, "node_modules/intelephense/lib/intelephense.js"), "--stdio"],
    root: tools,
    languageId: "php",
    initializationOptions: { storagePath: join(cacheFolder, "intelephense"), clearCache: false },
    read,
    holds: (symbol) => !isNameless(symbol) && symbol.kind !== lspKind.namespace,
  });
}

function read(symbol: DocumentSymbol, _: readonly DocumentSymbol[], lines: readonly string[]): Reading {
  const { kind, selectionRange } = symbol;
  if (isNameless(symbol) || /^\s*\/?\*/.test(lines[selectionRange.start.line] ?? "")) return "skip";
  if (types.includes(kind)) return { kind: "class" };
  if (kind === lspKind.method || kind === lspKind.constructor) return { kind: "method" };
  return kind === lspKind.function ? { kind: "function" } : "skip";
}

function isNameless({ kind, name }: DocumentSymbol): boolean {
  return (kind === lspKind.function && name === "Closure") || (kind === lspKind.class && name === "class");
}
