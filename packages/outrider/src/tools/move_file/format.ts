import { escapeHidden } from "toolwright";
import type { MoveFileOutput } from "./schema.ts";

export function format({ from, to, kind }: MoveFileOutput): string {
  return escapeHidden(`moved ${kind === "directory" ? "directory " : ""}${from} to ${to}`);
}
