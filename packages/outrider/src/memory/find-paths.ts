const mostCandidates = 300;

/** What in a text could be the path of a file, with or without `#Symbol`; whether there is such a file is for others to say. */
export function findPaths(text: string): readonly string[] {
  const found = new Set<string>();
  const add = (candidate: string): void => {
    const path = tidy(candidate);
    if (path !== "" && !path.includes("//") && found.size < mostCandidates) found.add(path);
  };
  for (const [, span = ""] of text.matchAll(/`([^`\n]{1,200})`/g)) add(span);
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]{1,200})\)/g)) add(target);
  for (const [word] of text.matchAll(/[\p{L}\p{N}_@.+\-/#$]{3,200}/gu)) if (/[./]/.test(word)) add(word);
  return [...found];
}

/** Without what stands around a path in prose: quotes, "./" in front, a full stop or a line number behind. */
function tidy(candidate: string): string {
  return candidate
    .trim()
    .replace(/^['"]|['"]$/g, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/(?::\d+)*(?:-\d+)?$/, "")
    .replace(/[.,;:]+$/, "");
}
