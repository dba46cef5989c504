import { fileURLToPath, pathToFileURL } from "node:url";

/** The URI of a file, as it is sent to servers. */
export function uriOf(path: string, platform: NodeJS.Platform = process.platform): string {
  const windows = platform === "win32";
  // A network share is recognized by its backslashes only.
  return pathToFileURL(windows ? path.replaceAll("/", "\\") : path, { windows }).href;
}

/**
 * The path that a server means, with forward slashes on every system; undefined if it is not a file. Servers encode the
 * same path in different ways, so only paths can be compared, never URIs.
 */
export function pathOfUri(uri: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  const windows = platform === "win32";
  try {
    const path = fileURLToPath(uri, { windows });
    return windows ? withUpperDrive(path.replaceAll("\\", "/")) : path;
  } catch {
    // A host, an encoded "/" or bytes that are not UTF-8: nothing that we could have sent.
    return undefined;
  }
}

// Half of the servers write `c%3A`, while the system writes `C:`.
function withUpperDrive(path: string): string {
  return path.replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}
