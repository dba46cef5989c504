import type { Output } from "./schema.ts";

export function format({ files, lines, kinds, unread }: Output): string {
  const rows = kinds.map(
    (row) => `${row.kind.padEnd(10)} ${String(row.files).padStart(5)} files ${String(row.lines).padStart(8)} lines`,
  );
  const rest = unread === 0 ? [] : [`${unread} files could not be read`];
  return [`${files} files, ${lines} lines`, ...rows, ...rest].join("\n");
}
