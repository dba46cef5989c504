import { countedInEnum } from "../counted-members.ts";
import type { EditingRules, MoveRules } from "../editing.ts";
import { shebang, dollarNames } from "../name-patterns.ts";
import { wordSet } from "../syntax-checks.ts";

/** How much text around the beginning of a declaration tells what it is a part of. */
const maxHead = 100;

/** Editing rules of JavaScript, TypeScript and components with scripts. */
export const ecmascriptEditing: EditingRules = {
  names: {
    ...dollarNames,
    privateMark: "#",
    // Strict-mode words, and globals that a declaration would shadow.
    reserved: wordSet(
      "arguments await eval implements interface let package private protected public static yield undefined NaN Infinity",
    ),
    reservedTypes: wordSet("any bigint boolean never null number object string symbol unknown void"),
    inTexts: isSubscript,
  },
  header: { clauses: [shebang, /^(['"])use (?:strict|client|server|asm)\1;?/] },
  inlineBody: "expression or block",
  // `return class A {}` and `each(function run() {})` parse without it, too.
  isPartOfExpression: (text, start) =>
    /^(?:(?:async\s+)?function|class)\b/.test(text.slice(start, start + maxHead)) &&
    /(?:\b(?:return|yield|throw|await|void|typeof)|[([,])\s*$/.test(text.slice(Math.max(0, start - maxHead), start)),
  namesTypeParameters: true,
  countedBehind: countedInEnum((member, head) => /\benum\b/.test(head) && !member.includes("=")),
  directoryFile: "index",
  moves: { files: "es modules" },
};

/** `module["name"]`, not the first element of a list. */
function isSubscript(line: string, name: string): boolean {
  return ['"', "'", "`"].some((quote) =>
    line
      .split(`[${quote}${name}${quote}]`)
      .slice(0, -1)
      .some((before) => /[\w$)\].]$/.test(before)),
  );
}

/** Symbols move between script files, but not out of components. */
export function scriptMoves(rules: Pick<MoveRules, "hasTypes" | "hasElements">): MoveRules {
  return { files: "es modules", symbols: "es modules", ...rules };
}
