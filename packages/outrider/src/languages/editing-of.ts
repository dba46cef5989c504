import type { EditingRules } from "./editing.ts";
import { languageById, languageOf } from "./language-of.ts";
import { shebang } from "./name-patterns.ts";

/** The rules of a language, with the defaults that are values. */
export type ResolvedEditingRules = EditingRules & Required<Pick<EditingRules, keyof typeof defaults>>;

/** By the id of a language; an unknown one has the defaults. */
export function editingRulesOf(id: string): ResolvedEditingRules {
  return { ...defaults, ...languageById(id)?.editing };
}

/** By the name of a file. */
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
