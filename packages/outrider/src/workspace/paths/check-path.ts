import { escapeHidden, ToolError } from "toolwright";

const longestPath = 4096;
const longestName = 255;
// NUL ends a path in C; the others forge lines in terminals and logs.
const control = /[\p{Cc}\u2028\u2029]/u;

/** Rejects characters that no external path may contain, before touching the disk. */
export function checkPath(path: string, platform: NodeJS.Platform = process.platform): void {
  if (path.trim() === "") throw invalid(path, 'is empty; "." is the root of the project');
  if (control.test(path)) throw invalid(path, "holds a control character");
  if (/\p{Surrogate}/u.test(path)) throw invalid(path, "holds half of a surrogate pair, which no file name can have");
  if (path.length > longestPath) throw invalid(path, `is ${path.length} characters long; ${longestPath} is the most`);
  const names = path.split(platform === "win32" ? /[\\/]/ : "/");
  const long = names.find((name) => Buffer.byteLength(name) > longestName);
  if (long !== undefined) throw invalid(path, `has a name longer than ${longestName} bytes`);
  if (platform === "win32") checkWindowsNames(path, names);
}

/** Names that refer to something other than what they look like: streams, devices, endings that Windows drops. */
function checkWindowsNames(path: string, names: readonly string[]): void {
  if (path.startsWith("\\\\") || path.startsWith("//")) throw invalid(path, "is a network or device path");
  for (const [index, name] of names.entries()) {
    const isDrive = index === 0 && /^[a-z]:$/i.test(name);
    if (name.includes(":") && !isDrive) throw invalid(path, 'has a ":" inside a name');
    if (isWindowsDevice(name)) throw invalid(path, `names the device ${name}`);
    if (/[. ]$/.test(name) && name !== "." && name !== "..")
      throw invalid(path, "has a name that ends in a dot or blank");
  }
}

function invalid(path: string, why: string): ToolError {
  return new ToolError("invalid_path", `The path ${showPath(path)} ${why}.`);
}

/** A path for use in a sentence: quoted, with hidden characters escaped, never longer than a line. */
export function showPath(path: string): string {
  const short = path.length > 200 ? `${path.slice(0, 120)}…${path.slice(-60)}` : path;
  return escapeHidden(JSON.stringify(short));
}

const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether Windows treats a name, in any directory, as a device. */
export function isWindowsDevice(name: string): boolean {
  return devices.test(name);
}
