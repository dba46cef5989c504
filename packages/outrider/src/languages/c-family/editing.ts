import type { EditingRules } from "../editing.ts";
import { shebang } from "../file-headers.ts";

/** What edits have to know of C and C++. */
export const cEditing: EditingRules = {
  header: { clauses: [shebang, /^#pragma once\b[^\n]*/, /^#ifndef\s+(\w+)\s*\n#define\s+\1\b[^\n]*/] },
  endedKinds: ["class", "struct", "enum", "type"],
  moves: { files: "includes" },
};
