import { type Layer, layeredPackages } from "../../layers.ts";

/** A document with its tables of layers made anew, between `<!-- layers of NAME -->` and `<!-- end of layers -->`. */
export function renderTables(document: string): string {
  return layeredPackages.reduce((text, { name, layers }) => {
    const start = `<!-- layers of ${name} -->\n`;
    const end = "<!-- end of layers -->";
    const from = text.indexOf(start) + start.length;
    const to = text.indexOf(end, from);
    if (from < start.length || to < 0) throw new Error(`No place for the layers of ${name}.`);
    return `${text.slice(0, from)}${renderTable(layers)}${text.slice(to)}`;
  }, document);
}

function renderTable(layers: readonly Layer[]): string {
  const lines = layers.map((layer) => `| \`${titleOf(layer)}\` | ${importsOf(layer)} | ${holdsOf(layer)} |`);
  return ["| folder | may import | holds |", "|---|---|---|", ...lines, ""].join("\n");
}

function titleOf({ folder }: Layer): string {
  return folder.endsWith(".ts") ? folder : `${folder}/`;
}

function importsOf({ imports }: Layer): string {
  if (imports === "below") return "all above in this table";
  return imports.length === 0 ? "nothing of ours" : `\`${imports.join(" ")}\``;
}

function holdsOf({ holds, owns, pure }: Layer): string {
  const bans = [pure ? "no Node API" : "", owns ? `the only importer of \`${owns.join("`, `")}\`` : ""];
  return [holds, ...bans].filter((phrase) => phrase !== "").join("; ");
}
