interface PatchedFile {
  readonly path: string;
  /** Where it was before. */
  readonly from: string | undefined;
  /** Its hunks. */
  readonly diff: string;
}

/** The change of one file as `git apply` takes it. */
export function formatPatch({ path, from = path, diff }: PatchedFile): string {
  const [before, after] = [quotePath(`a/${from}`), quotePath(`b/${path}`)];
  return [
    `diff --git ${before} ${after}`,
    ...(from === path ? [] : [`rename from ${quotePath(from)}`, `rename to ${quotePath(path)}`]),
    // The tab ends a name with blanks.
    ...(diff === "" ? [] : [`--- ${endName(before)}`, `+++ ${endName(after)}`, diff]),
    "",
  ].join("\n");
}

function endName(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

/** As git writes names with characters that would end a line or a name. */
export function quotePath(path: string): string {
  if (!/[\p{Cc}"\\]/u.test(path)) return path;
  const quoted = path.replaceAll(/[\p{Cc}"\\]/gu, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  });
  return `"${quoted}"`;
}
