import type { Output } from "./schema.ts";

export function format({ files, lines, kinds, unread }: Output): string {
  const rows = kinds.map(
    (row) =>
      `${row.kind.padEnd(10)} ${amount(row.files, "file").padStart(11)} ${amount(row.lines, "line").padStart(14)}`,
  );
  const rest = unread === 0 ? [] : [`${amount(unread, "file")} could not be read`];
  return [`${amount(files, "file")}, ${amount(lines, "line")}`, ...rows, ...rest].join("\n");
}

function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
