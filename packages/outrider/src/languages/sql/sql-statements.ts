import type { Span } from "../language.ts";
import { blankMatches } from "../scanners/spans.ts";

/**
 * The text without comments and strings, keeping all offsets. Quoted names become words of the same length, so that one
 * pattern finds names with and without quotes.
 */
export function blankSql(text: string): string {
  const isMysql = mysqlOnly.test(text);
  const blank = blankMatches(blankMatches(text, isMysql ? skippedInMysql : skipped), quotedNames, "_");
  return isMysql ? withSemicolons(blank) : blank;
}

const mysqlOnly = /\bENGINE\s*=|\b(?:TABLE|VIEW|PROCEDURE|FUNCTION|TRIGGER|INTO|EXISTS)\s+`|^[ \t]*DELIMITER\s/im;
// In MySQL a backslash escapes a quote, and `$$` may end a statement; in PostgreSQL it opens a string.
const skippedInMysql = /--[^\r\n]*|\/\*[^]*?(?:\*\/|$)|'[^'\\]*(?:(?:''|\\[^])[^'\\]*)*(?:'|$)/g;
const skipped = /--[^\r\n]*|\/\*[^]*?(?:\*\/|$)|'[^']*(?:''[^']*)*(?:'|$)|(\$\w*\$)[^]*?(?:\1|$)/g;
const quotedNames = /"[^"\r\n]+"|`[^`\r\n]+`|\[[A-Za-z_][^\]\r\n]*\]/g;

/** The string that `DELIMITER` names ends statements like `;`. */
function withSemicolons(blank: string): string {
  const signs = new Set(Array.from(blank.matchAll(/^[ \t]*DELIMITER\s+(\S+)/gim), ([, sign = ";"]) => sign));
  let result = blank;
  for (const sign of signs)
    if (!/^[\w;]+$/.test(sign)) result = result.replaceAll(sign, `;${" ".repeat(sign.length - 1)}`);
  return result;
}

/** The end of the statement that begins at `start`, without its `;`. */
export function endOfStatement(blank: string, start: number): number {
  semicolon.lastIndex = start;
  const match = semicolon.exec(blank);
  return match === null ? blank.length : match.index;
}

const semicolon = /;|^[ \t]*(?:GO|\/)[ \t]*$/gim;

/**
 * The same for a function, procedure or trigger, whose body may contain statements: between BEGIN and END, and in Oracle's
 * declarations before BEGIN. A quoted body is blanked.
 */
export function endOfRoutine(blank: string, start: number): number {
  let depth = 0;
  let hasBlock = false;
  routineWord.lastIndex = start;
  for (let match = routineWord.exec(blank); match !== null; match = routineWord.exec(blank)) {
    const word = match[0].trim().toLowerCase();
    if (word === "begin" || word === "case") {
      depth += 1;
      hasBlock ||= word === "begin";
    } else if (word === "end" || word === "end case") {
      depth -= 1;
      if (depth <= 0 && hasBlock) return endOfLastName(blank, routineWord.lastIndex);
    } else if (word === ";") {
      if (depth <= 0 && !declaresBeforeBegin(blank, { start, end: match.index })) return match.index;
    } else if (!word.startsWith("end ")) return match.index;
  }
  return blank.length;
}

const routineWord =
  /\b(?:begin|case|end(?:\s+(?:if|loop|while|repeat|case|for))?)\b|;|^[ \t]*(?:GO|\/|DELIMITER\b.*)[ \t]*$/gim;

/** `END name` in Oracle. */
function endOfLastName(blank: string, at: number): number {
  lastName.lastIndex = at;
  return lastName.test(blank) ? lastName.lastIndex : at;
}

const lastName = /[ \t]+\w+(?=\s*;)/y;

function declaresBeforeBegin(blank: string, head: Span): boolean {
  const behind = /\b(?:is|as)\b([^]*)$/i.exec(blank.slice(head.start, head.end))?.[1];
  if (
    behind === undefined ||
    behind.trim() === "" ||
    /^\s*(?:select|insert|update|delete|set|return|language)\b/i.test(behind)
  ) {
    return false;
  }
  const next = /\b(?:begin|create)\b/i.exec(blank.slice(head.end, head.end + maxDeclared))?.[0];
  return next?.toLowerCase() === "begin";
}

const maxDeclared = 20_000;
