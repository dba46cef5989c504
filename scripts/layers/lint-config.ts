import { posix } from "node:path";
import { importsOf, type Row, rows, rowsByLength, rowsInside } from "./rows.ts";

/** How many folders deep a layer may be: an import's `../` are counted, so each depth has a rule of its own. */
export const deepest = 4;

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
  readonly allowTypeImports?: true;
}

/** The linter's import rules. Later overrides replace earlier ones, so the longest folders come last. */
export function renderLintConfig(): string {
  const overrides = rowsByLength.flatMap((row) => depthsOf(row).map((depth) => overrideFor(row, depth)));
  const lines = overrides.map((override) => JSON.stringify(override)).join(",\n");
  return `{"rules": ${JSON.stringify(restrict(ownedByOthers()))},\n"overrides": [\n${lines}\n]}\n`;
}

function depthsOf(row: Row): readonly number[] {
  return isFile(row.folder) ? [0] : Array.from({ length: deepest }, (_, depth) => depth);
}

function overrideFor(row: Row, depth: number): object {
  const folder = posix.join(row.package.source, row.folder);
  const files = isFile(row.folder) ? folder : `${folder}/${"*/".repeat(depth)}*`;
  return { files: [files], rules: restrict([layerPattern(row, depth), ...packagePatterns(row)]) };
}

function layerPattern(row: Row, depth: number): Pattern {
  const folder = isFile(row.folder) ? posix.dirname(row.folder) : row.folder;
  const here = `${folder}${"/_".repeat(depth)}`;
  const from = (entry: string) => posix.relative(here, entry).replace(/^(?!\.)/, "./");
  const own = isFile(row.folder) ? [`./**`, "../**"] : [`${"../".repeat(depth + 1)}**`];
  const inside = rowsInside(row).map((one) => from(globOf(one.folder)));
  const allowed = [...importsOf(row).map((entry) => from(globOf(entry))), from("../package.json")];
  return {
    group: [...own, ...inside, ...allowed.map((glob) => `!${glob}`), row.package.name, `${row.package.name}/*`],
    message: `${row.folder} may import ${saidOf(row)}: see layers.ts.`,
  };
}

function saidOf({ imports }: Row): string {
  if (imports === "below") return "what is above it in the list";
  return imports.length === 0 ? "nothing of ours" : imports.join(", ");
}

function globOf(entry: string): string {
  return isFile(entry) ? entry : `${entry}/**`;
}

function isFile(entry: string): boolean {
  return entry.endsWith(".ts");
}

function packagePatterns(row: Row): readonly Pattern[] {
  if (!row.pure) return ownedByOthers(row);
  return [
    ...ownedByOthers(row),
    { group: ["node:*"], allowTypeImports: true, message: "It runs anywhere: no Node API." },
  ];
}

function ownedByOthers(row?: Row): readonly Pattern[] {
  return rows
    .filter((one) => one !== row)
    .flatMap(({ owns = [], folder, package: { name } }) =>
      owns.map((owned) => ({ group: spellings(owned), message: `Only ${name}'s ${folder}/ imports ${owned}.` })),
    );
}

function spellings(owned: string): readonly string[] {
  if (owned.startsWith("node:")) return [owned, owned.slice("node:".length)];
  return owned.endsWith("/*") ? [owned, `${owned}*`] : [owned];
}

function restrict(patterns: readonly Pattern[]): object {
  return { "no-restricted-imports": ["error", { patterns }] };
}
