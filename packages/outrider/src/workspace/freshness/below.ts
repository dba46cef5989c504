/** The path of a name in a directory; the root itself is "". */
export function below(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** The directory that contains a path. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
