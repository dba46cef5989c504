import { readTokens, type Token } from "./tokens.ts";
import { type Replacement, replaceParts } from "../replace-parts.ts";

/**
 * Resolves conditionals that no grammar can parse because a branch opens a brace that another one closes, or because it is
 * inside a parameter list: the first branch stays; the directives and the other branches become whitespace.
 */
export function settleConditionals(text: string): string {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return text;
  const open: Group[] = [];
  const parts: Replacement[] = [];
  let depths: Depths = { braces: 0, parens: 0 };
  let last = "";
  let opensList = false;
  let ended: { readonly group: Group; readonly end: Token } | undefined;
  for (const token of readTokens(text)) {
    const word = directiveOf(token);
    if (word === undefined) {
      // The branches are heads of one body: `#ifdef A` / `if (a)` / `#else` / `if (b)` / `#endif` / `{`.
      if (ended !== undefined && token.text === "{") settle(ended.group, ended.end, parts, true);
      ended = undefined;
      depths = count(depths, token);
      opensList = token.text === ":" && last === ")";
      last = token.text;
      const branch = open.at(-1)?.branches.at(-1);
      if (branch !== undefined) branch.first ??= token.text;
      if (branch !== undefined && depths.braces < branch.lowest) branch.lowest = depths.braces;
      continue;
    }
    if (word.startsWith("if")) {
      open.push({ before: depths, opensList, branches: [branchAt(token, depths)] });
      continue;
    }
    const group = open.at(-1);
    const branch = group?.branches.at(-1);
    if (group === undefined || branch === undefined) continue;
    branch.after = depths;
    if (word === "endif") {
      open.pop();
      depths = settle(group, token, parts);
      ended = last === ")" ? { group, end: token } : undefined;
      const outer = open.at(-1)?.branches.at(-1);
      if (outer !== undefined && branch.lowest < outer.lowest && depths.braces < outer.lowest)
        outer.lowest = depths.braces;
      continue;
    }
    depths = group.before;
    group.branches.push(branchAt(token, depths));
  }
  return replaceParts(text, parts);
}

interface Depths {
  readonly braces: number;
  readonly parens: number;
}

interface Group {
  readonly before: Depths;
  /** The group is at the start of a constructor's initialiser list. */
  readonly opensList: boolean;
  readonly branches: Branch[];
}

interface Branch {
  readonly directive: Token;
  /** Its first token; a `:` or `,` continues what precedes the group. */
  first?: string;
  lowest: number;
  after: Depths;
}

function branchAt(directive: Token, depths: Depths): Branch {
  return { directive, lowest: depths.braces, after: depths };
}

function directiveOf({ text }: Token): string | undefined {
  return /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/.exec(text)?.[1];
}

function count(depths: Depths, { text }: Token): Depths {
  if (text === "{") return { ...depths, braces: depths.braces + 1 };
  // A parenthesis that a macro left open ends at the outermost brace.
  if (text === "}") return { braces: depths.braces - 1, parens: depths.braces > 1 ? depths.parens : 0 };
  if (text === "(") return { ...depths, parens: depths.parens + 1 };
  if (text === ")") return { ...depths, parens: Math.max(0, depths.parens - 1) };
  return depths;
}

/** Records the parts of the group to remove and returns the depths after it. */
function settle({ before, opensList, branches }: Group, end: Token, parts: Replacement[], sharesBody = false): Depths {
  const isDead = /^[ \t]*#[ \t]*if[ \t]+0\s*$/.test(branches[0]?.directive.text ?? "");
  const live = isDead ? branches.slice(1) : branches;
  const isPlain =
    !opensList &&
    !sharesBody &&
    before.parens === 0 &&
    live.every(
      ({ first, lowest, after }) =>
        first !== ":" &&
        first !== "," &&
        lowest >= before.braces &&
        after.braces === before.braces &&
        after.parens === 0,
    );
  if (isPlain && !isDead) return before;
  const kept = live[0];
  branches.forEach((branch, at) => {
    const next = branches[at + 1]?.directive ?? end;
    if (isPlain && live.includes(branch)) return;
    parts.push({
      start: branch.directive.start + (isPlain ? branch.directive.text.length : 0),
      end: branch === kept ? branch.directive.end : next.start,
    });
  });
  if (!isPlain) parts.push({ start: end.start, end: end.end });
  return kept?.after ?? before;
}
