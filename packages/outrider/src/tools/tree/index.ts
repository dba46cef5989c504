import { defineTool, escapeHidden, reads } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output, type Entry, type Output } from "./schema.ts";

export default defineTool({
  name: "tree",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 60_000,
  examples: [
    { title: "The project", input: {} },
    { title: "One kind of file", input: { glob: "*.ts", depth: 3 } },
    { title: "A directory that is not there", input: { path: "no/such" }, fails: "not_found" },
  ],
  handle,
  format,
});

function format({ path, files, directories, entries, under, ignored, overflow }: Output): string {
  const total = `${escapeHidden(path)} (${countOf(files, "file")} in ${countOf(directories, "directory", "directories")})`;
  const place = under === undefined ? [] : [`… in ${escapeHidden(under)}/`];
  const alike = entries.find(({ kind }) => kind === "names");
  const folded =
    alike === undefined ? [] : [`[… stands for files with such names; glob ${JSON.stringify(alike.name)} lists them]`];
  const left = ignored === undefined ? [] : [describeIgnored(ignored)];
  const more = overflow === undefined ? [] : [describeOverflow(overflow)];
  return [total, ...place, ...entries.map(showEntry), ...folded, ...left, ...more].join("\n");
}

function showEntry({ name, level, kind, files, bytes, target, first, last, exposure }: Entry): string {
  const shown = `${" ".repeat(level)}${escapeHidden(name)}`;
  if (kind === "directory") return files === undefined ? `${shown}/` : `${shown}/ (${countOf(files, "file")})`;
  if (kind === "link") return `${shown} -> ${escapeHidden(target ?? "?")}`;
  if (kind === "names")
    return `${" ".repeat(level)}${escapeHidden(first ?? name)} … ${escapeHidden(last ?? name)} (${files ?? 0})`;
  const size = bytes === undefined ? "" : ` ${showSize(bytes)}`;
  return `${shown}${size}${exposure === undefined ? "" : ` (${exposure})`}`;
}

function showSize(bytes: number): string {
  if (bytes < 1000) return String(bytes);
  for (const [unit, size] of [
    ["K", 1e3],
    ["M", 1e6],
    ["G", 1e9],
    ["T", 1e12],
  ] as const) {
    const value = bytes / size;
    if (value < 999.5) return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)}${unit}`;
  }
  return `${bytes}`;
}

function describeIgnored({ count, names }: NonNullable<Output["ignored"]>): string {
  const more = count > names.length ? ", …" : "";
  return `[${count} ignored or empty: ${names.map(escapeHidden).join(", ")}${more}]`;
}

function describeOverflow({ shown, total, hint, next_offset }: NonNullable<Output["overflow"]>): string {
  const next = next_offset === undefined ? "" : ` Next: offset ${next_offset}.`;
  return `[${shown} of ${total} entries.${next} ${hint}]`;
}
