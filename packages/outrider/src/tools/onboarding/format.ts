import { escapeHidden } from "toolwright";
import type { Output } from "./schema.ts";

const mostSubprojects = 15;

/** One fact a line, nothing about what was not found. */
export function format(value: Output): string {
  const { name, files, partial, summary, languages, ecosystems, commands, subprojects, written, kept } = value;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ["Languages", languages.slice(0, 6).map((each) => `${each.name} ${each.files}`)],
    ["Manifests", ecosystems.flatMap((each) => each.manifests)],
    ["Package manager", value.package_managers],
    ["Entry points", value.entry_points],
    ["Tests", value.test_directories],
    ["CI", value.ci],
    ["Projects of their own", shorten(subprojects)],
    ["Licence", value.licence === undefined ? [] : [value.licence]],
  ];
  const lines = [
    `${name}: ${files}${partial ? "+" : ""} files`,
    ...(summary === undefined ? [] : [summary]),
    ...facts.flatMap(([label, texts]) => (texts.length === 0 ? [] : [`${label}: ${texts.join(", ")}`])),
    ...(commands.length === 0 ? [] : ["Commands, not tried out:"]),
    ...commands.map(({ kind, command, from }) => `  ${kind}: ${command} (${from})`),
    ...(value.central.length === 0 ? [] : ["Most used by other files:"]),
    ...value.central.map(({ file, names }) => `  ${file}: ${names.join(", ")}`),
    ...(written.length === 0 ? [] : [`Memories written: ${written.join(", ")}`]),
    ...(kept.length === 0 ? [] : [`Memories left as they were (force overwrites): ${kept.join(", ")}`]),
    ...(value.read_only ? ["Read-only: no memories were written."] : []),
  ];
  return lines.map((line) => escapeHidden(line)).join("\n");
}

function shorten(paths: readonly string[]): readonly string[] {
  if (paths.length <= mostSubprojects) return paths;
  return [...paths.slice(0, mostSubprojects), `${paths.length - mostSubprojects} more (workspace list)`];
}
