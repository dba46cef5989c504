import type { EditingRules, MoveRules } from "../editing.ts";
import { shebang, dollarNames } from "../name-patterns.ts";
import { wordSet } from "../syntax-checks.ts";

/** What edits have to know of JavaScript, TypeScript and components with scripts. */
export const ecmascriptEditing: EditingRules = {
  names: {
    ...dollarNames,
    privateMark: "#",
    // Words of strict mode, and values that code would no longer reach.
    reserved: wordSet(
      "arguments await eval implements interface let package private protected public static yield undefined NaN Infinity",
    ),
    reservedTypes: wordSet("any bigint boolean never null number object string symbol unknown void"),
  },
  header: { clauses: [shebang, /^(['"])use (?:strict|client|server|asm)\1;?/] },
  inlineBody: "expression or block",
  directoryFile: "index",
  moves: { files: "es modules" },
};

/** Symbols move between files of scripts, not out of components. */
export function scriptMoves(rules: Pick<MoveRules, "hasTypes" | "hasElements">): MoveRules {
  return { files: "es modules", symbols: "es modules", ...rules };
}
