import { escapeHidden, ToolError } from "toolwright";

/** Ripgrep's error message as an error that says what to change. The order of the cases does not matter: they are exclusive. */
export function searchFailure(complaint: string): ToolError {
  const told = complaint
    .replaceAll(/^rg: /gm, "")
    .split("\n")
    .filter((line) => !/pcre2|backreferences|look-around\.$|^\s*$/i.test(line) || line.startsWith("error: "))
    .map(escapeHidden)
    .join("\n");
  if (/unrecognized file type/.test(told)) {
    return new ToolError(
      "unknown_type",
      `${told}. Use a short name such as "ts", "py", "rust" or "md", or a \`glob\`.`,
    );
  }
  if (/parsing glob/.test(told)) return new ToolError("invalid_glob", `${told}. Such as "*.ts" or "!dist/**".`);
  if (/regex|literal|compiled/i.test(told)) {
    const advice = /look-around|backreference/.test(told)
      ? "This engine has neither look-around nor back-references; match more and narrow down, or search twice."
      : "To find the text as it stands, set `literal`.";
    return new ToolError("invalid_pattern", `The pattern is no valid regular expression:\n${told}\n${advice}`);
  }
  return new ToolError("search_failed", `ripgrep could not search: ${told}`);
}
