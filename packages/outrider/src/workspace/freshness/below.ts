/** A name in a directory below the root, which is "" itself. */
export function below(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** The directory that a path below the root is in. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
