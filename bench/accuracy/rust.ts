/**
 * Rust against rust-analyzer. Rules:
 * - a function of a trait or an impl is a method, with or without `self`; its container is the type, as it stands for
 *   in "impl Trait for Type", without generic arguments;
 * - `macro_rules!` is listed as a function and is a macro;
 * - associated types are listed like type aliases; either side may leave them out;
 * - names are without the `r#` of raw identifiers;
 * - `extern "C"` and modules are no containers.
 */
import { cacheFolder, crate, findProgram, listFiles, run } from "./cache.ts";
import { type DocumentSymbol, lspKind, openLspOracle, type Reading } from "./lsp-oracle.ts";
import type { LanguageCheck, Oracle } from "./model.ts";

const types: readonly number[] = [lspKind.class, lspKind.interface, lspKind.struct, lspKind.enum];

export const rust: LanguageCheck = {
  language: "rust",
  title: "Rust",
  install: '"rustup component add rust-analyzer"',
  corpus: async () => {
    const crates = [
      await crate("tokio", "1.40.0"),
      await crate("serde", "1.0.210"),
      await crate("syn", "2.0.79"),
      await crate("regex-automata", "0.4.8"),
      await crate("clap_builder", "4.5.19"),
      await crate("nalgebra", "0.33.0"),
      await crate("windows-core", "0.58.0"),
    ];
    return crates.flatMap((folder) => listFiles(folder, [".rs"]));
  },
  openOracle: openRustAnalyzer,
};

async function openRustAnalyzer(): Promise<Oracle | undefined> {
  const command = findProgram("rust-analyzer");
  if (command === undefined) return undefined;
  return openLspOracle({
    name: run(command, ["--version"]).split(" (")[0] ?? "rust-analyzer",
    command,
    args: [],
    root: cacheFolder,
    languageId: "rust",
    // Nothing is to be built: symbols come from the syntax of the open file.
    initializationOptions: { cargo: { autoreload: false }, checkOnSave: false, linkedProjects: [] },
    read,
    holds: ({ kind }) => kind !== lspKind.namespace && kind !== lspKind.module,
  });
}

function read(symbol: DocumentSymbol, around: readonly DocumentSymbol[], lines: readonly string[]): Reading {
  const { kind } = symbol;
  const name = symbol.name.replace(/^r#/, "");
  const holder = around.at(-1);
  const container = holder?.kind === lspKind.object ? implemented(holder.name) : undefined;
  const isInType = holder?.kind === lspKind.object || holder?.kind === lspKind.interface;
  const place = container === undefined ? { name } : { name, container };
  if (kind === lspKind.typeParameter) return { kind: isInType ? "either" : "class", ...place };
  if (types.includes(kind)) return { kind: "class", ...place };
  if (kind !== lspKind.function && kind !== lspKind.method) return "skip";
  if (isMacro(lines, symbol.selectionRange.start.line)) return "skip";
  return { kind: isInType ? "method" : "function", ...place };
}

/** "impl Trait for a::Type<T>" stands for Type. */
function implemented(title: string): string {
  const type = title.replace(/^impl /, "").replace(/^.* for /, "");
  return (
    type
      .replace(/^(&|mut |dyn |'\w+ )+/, "")
      .replace(/<.*$/, "")
      .split("::")
      .at(-1) ?? type
  );
}

function isMacro(lines: readonly string[], from: number): boolean {
  const head = lines.slice(from).find((line) => !/^\s*(\/\/|#\[|$)/.test(line)) ?? "";
  return /^\s*(pub\s+)?macro(_rules!)?\s/.test(head);
}
