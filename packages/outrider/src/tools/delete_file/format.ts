import { escapeHidden } from "toolwright";
import type { DeleteFileOutput } from "./schema.ts";

export function format({ result, path, kind, id }: DeleteFileOutput): string {
  const what = escapeHidden(`${result} ${kind === "directory" ? "directory " : ""}${path}`);
  return result === "restored" ? what : `${what} (trash id ${id}; \`restore: true\` brings it back)`;
}
