import type { EditContext } from "../../edit-context.ts";
import type { Extent } from "../places/extent.ts";
import type { CodeText } from "../text/code-text.ts";

export interface SplitCode {
  /** Without the separator that stands in the file already. */
  readonly main: string;
  /** A comment behind it on the last line, with the blanks before it. */
  readonly tail: string;
}

/** New code without what follows a declaration, lest there be two `;`, or one inside of a comment. */
export async function splitTail(
  { symbols, signal }: EditContext,
  { path }: Pick<CodeText, "path">,
  sent: string,
  { separator }: Pick<Extent, "separator">,
  listed: boolean,
): Promise<SplitCode> {
  const { comments } = await symbols.partsOf(path, sent, { signal });
  const last = comments.at(-1);
  const isTail = last !== undefined && last.end === sent.length && last.start > sent.lastIndexOf("\n") + 1;
  const lineBefore = isTail ? sent.slice(sent.lastIndexOf("\n") + 1, last.start) : "";
  const at = isTail && lineBefore.trim() !== "" ? sent.slice(0, last.start).trimEnd().length : sent.length;
  const main = sent.slice(0, at);
  const dropped = listed || separator === "," ? /\s*[,;]$/ : separator === ";" ? /\s*;$/ : /$/;
  return { main: main.replace(dropped, ""), tail: sent.slice(at) };
}
