import type { Replacement } from "../../../workspace/text/replacement.ts";
import type { CodeText } from "../text/code-text.ts";
import { codeStartAfter } from "./extent.ts";

/**
 * The same edit, with the comments behind it written anew: grammars let a block begin with its first statement, and what comes or
 * goes before the comments above that makes them a part of the block, or leaves them outside.
 */
export function withCommentsBehind(code: CodeText, edit: Replacement): Replacement {
  const { start, end, text } = edit;
  const next = codeStartAfter(code, end);
  const between = code.text.slice(end, next);
  return between.trim() === "" ? edit : { start, end: next, text: text + between };
}
