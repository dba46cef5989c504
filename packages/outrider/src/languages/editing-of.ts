import type { EditingRules } from "./editing.ts";
import { languageById, languageOf } from "./language-of.ts";
import { shebang } from "./name-patterns.ts";

/** The rules of a language with default values filled in. */
export type ResolvedEditingRules = EditingRules & Required<Pick<EditingRules, keyof typeof defaults>>;

/** By language id; an unknown language gets the defaults. */
export function editingRulesOf(id: string): ResolvedEditingRules {
  return { ...defaults, ...languageById(id)?.editing };
}

/** By file name. */
export function editingOfFile(path: string): ResolvedEditingRules {
  return { ...defaults, ...languageOf(path)?.editing };
}

const defaults = {
  commentMarks: ["//", "/*"],
  indent: "  ",
  topLevelGap: 1,
  names: {},
  lists: {},
  header: { clauses: [shebang] },
  imports: {},
  moves: {},
} satisfies EditingRules;
