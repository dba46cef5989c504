/** Whether a path ends in these words. */
export function isTail(path: string, words: string): boolean {
  return words !== "" && (path === words || path.endsWith(`/${words}`));
}

/** A path without the ending of its file. */
export function stem(path: string): string {
  return path.replace(/\.(?:d\.)?[A-Za-z0-9]+$/, "");
}

/** What follows these folders in a path. */
export function pathBelow(folder: string, path: string): string | undefined {
  const at = `/${path}`.lastIndexOf(`/${folder}/`);
  return folder === "" || at === -1 ? undefined : path.slice(at + folder.length + 1);
}
