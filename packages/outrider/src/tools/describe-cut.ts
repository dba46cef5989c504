/** Says first in an answer that the index does not hold the whole project, and what to do about it. */
export function describeCut(cut: number | undefined): readonly string[] {
  if (cut === undefined) return [];
  const files = cut.toLocaleString("en-US");
  return [
    `Only ${files} files are indexed, and the project has more. Exclude directories (.gitignore, or [walk] exclude in .outrider/project.toml), or open a sub-directory as a project; grep and tree see all files.`,
  ];
}
