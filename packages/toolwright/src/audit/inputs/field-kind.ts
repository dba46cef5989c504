import type { JsonSchema } from "../../tool/schema.ts";

/** What a text field names, as far as its name and description say. */
export type FieldKind = "file" | "directory" | "url" | "query" | "timezone" | "time" | "id" | "text";

const kinds: readonly (readonly [FieldKind, RegExp])[] = [
  ["timezone", /time_?zone|^tz$/i],
  ["time", /^time$|_time$/i],
  ["directory", /dir(?:ectory)?$|folder|^root$|^cwd$|workspace|repo(?:_?path)?$|project(?:_?path)?$/i],
  ["url", /^ur[il]$|_ur[il]$|Ur[il]$|^link$|^href$/],
  ["query", /^q$|query|search|pattern|term|keyword|needle/i],
  ["file", /path|^file|file$|file_?name/i],
  ["id", /(?:^|_)ids?$|Ids?$|^key$|_key$|^slug$|^handle$|^name$|_name$|Name$|^symbol$|^ref$/],
];

export function fieldKind(name: string, { description = "" }: JsonSchema): FieldKind {
  const [kind] = kinds.find(([, pattern]) => pattern.test(name)) ?? ["text"];
  // "path" may mean either; the description says which.
  if (kind === "file" && /\bdirector(?:y|ies)\b|\bfolder\b/i.test(description) && !/\bfile\b/i.test(description)) {
    return "directory";
  }
  return kind;
}
