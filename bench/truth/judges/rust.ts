/**
 * Rust: the index that `rust-analyzer scip` writes of a workspace. Not judged: code that the default features leave out, and `Self`, which
 * names its type in no word. Where two symbols have one SCIP name (tests with helpers of the same name), neither is asked for.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cached, findProgram, run } from "../../accuracy/cache.ts";
import type { DeclarationKind } from "../model.ts";
import type { Judge, Question } from "./judge.ts";
import { readScip, type ScipDocument, type ScipOccurrence } from "./scip.ts";

export const rust: Judge = {
  language: "rust",
  title: "rust-analyzer scip",
  endings: [".rs"],
  programs: ["rust.ts", "scip.ts", "protobuf.ts"],
  run: judgeWithScip,
};

/** SCIP's numbers for kinds. */
const kinds: Readonly<Record<number, DeclarationKind>> = {
  8: "constant",
  11: "class",
  12: "field",
  15: "field",
  17: "function",
  26: "method",
  49: "class",
  53: "interface",
  55: "type",
  59: "class",
  66: "method",
  70: "method",
  80: "method",
  82: "constant",
};
/** Words that refer to a symbol without its name. */
const nameless = new Set(["Self", "self", "super", "crate"]);

async function judgeWithScip({ root, repository }: Question): Promise<string> {
  const program = findProgram("rust-analyzer");
  if (program === undefined)
    throw new Error('There is no rust-analyzer; run "rustup component add rust-analyzer rust-src".');
  const name = `truth-scip/${repository.name.replace("/", "+")}-${repository.commit.slice(0, 10)}`;
  const folder = await cached(name, (half) => {
    const env = { CARGO_TARGET_DIR: join(half, "target") };
    run("cargo", ["fetch", "--quiet"], root, env);
    run(program, ["scip", root, "--output", join(half, "index.scip")], root, env);
  });
  const documents = readScip(readFileSync(join(folder, "index.scip")));
  const definitions = findDefinitions(documents);
  const rows: string[] = [];
  for (const document of documents) {
    const lines = readFileSync(join(root, document.path), "utf8").split("\n");
    for (const occurrence of document.occurrences) {
      const row = judge(document, occurrence, lines, definitions);
      if (row !== undefined) rows.push(JSON.stringify(row));
    }
  }
  return `${rows.join("\n")}\n`;
}

function findDefinitions(documents: readonly ScipDocument[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const document of documents) {
    for (const { symbol, line, column, isDefinition } of document.occurrences) {
      if (!isDefinition) continue;
      const key = keyOf(document, symbol);
      found.set(key, [...(found.get(key) ?? []), `${document.path}:${line + 1}:${column + 1}`]);
    }
  }
  return found;
}

/** Local names are numbered anew in each file. */
function keyOf({ path }: ScipDocument, symbol: string): string {
  return symbol.startsWith("local ") ? `${path} ${symbol}` : symbol;
}

function judge(
  document: ScipDocument,
  { symbol, line, column, end, isDefinition }: ScipOccurrence,
  lines: readonly string[],
  definitions: ReadonlyMap<string, readonly string[]>,
): unknown {
  const name = Buffer.from(lines[line] ?? "")
    .subarray(column, end)
    .toString();
  if (!/^(?:r#)?[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || nameless.has(name)) return undefined;
  const at = [document.path, line + 1, column + 1];
  const places = definitions.get(keyOf(document, symbol)) ?? [];
  const [id = "outside"] = places;
  if (!isDefinition) return { use: [id], at, name };
  const isDouble = places.length > 1 || symbol.startsWith("local ");
  const kind = isDouble ? "local" : (kinds[document.kinds.get(symbol) ?? 0] ?? "local");
  return { declare: id, at, name, kind, container: containerOf(symbol) };
}

/** `… parser/impl#[Parser][Display]fmt().` is in Parser, as is `… Parser#input.`. */
function containerOf(symbol: string): string {
  const implemented = /impl#\[`?(?:&|mut |'\w+ )*([\p{L}\p{N}_]+)/u.exec(symbol);
  const around = /([\p{L}\p{N}_]+)#[^#/]+[.#]$/u.exec(symbol);
  return implemented?.[1] ?? around?.[1] ?? "";
}
