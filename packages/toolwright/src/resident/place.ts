import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { ResidentError } from "./resident-error.ts";

/** The files of one resident process. */
export interface ResidentPlace {
  readonly directory: string;
  readonly key: string;
  /** The address of its socket; on Windows the name of a pipe. */
  readonly address: string;
  readonly token: string;
  /** What the process says of itself to those that do not ask it. */
  readonly about: string;
  readonly log: string;
}

/** Systems cut or refuse longer addresses of sockets: macOS has room for 104 bytes with the last NUL, Linux for 108. */
const maxAddressBytes = 103;

/** Sixteen characters that stand for all parts. Equal parts, in the same order, mean the same process. */
export function residentKey(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** The first of these directories in which the address of a socket is short enough. */
export function chooseResidentDirectory(directories: readonly string[]): string {
  const fitting = directories.find((each) => Buffer.byteLength(addressIn(each, "0".repeat(16))) <= maxAddressBytes);
  if (fitting !== undefined) return fitting;
  throw unsafe(
    `Sockets cannot lie in ${directories.join(" or ")}: their paths would have more than ${maxAddressBytes} bytes. Set XDG_RUNTIME_DIR to a shorter directory of your own.`,
  );
}

/** Makes the directory if it is missing, and refuses one that others may look into or change. */
export function openResidentPlace(directory: string, key: string): ResidentPlace {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  checkPrivate(directory, "directory");
  checkAbove(dirname(directory));
  const name = join(directory, key);
  const address = addressIn(directory, key);
  return { directory, key, address, token: `${name}.token`, about: `${name}.about`, log: `${name}.log` };
}

function addressIn(directory: string, key: string): string {
  if (process.platform !== "win32") return join(directory, `${key}.sock`);
  return `\\\\.\\pipe\\toolwright-${residentKey([directory, key])}`;
}

/** True if a socket of this user stands at the address, false if nothing does. */
export function hasSocket({ address }: ResidentPlace): boolean {
  // Names of pipes are not files; the token proves whose pipe it is.
  if (process.platform === "win32") return true;
  const found = lstatSync(address, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isSocket()) throw unsafe(`${address} is no socket. Delete it, or find out who made it.`);
  checkOwner(found, address);
  return true;
}

/** What both sides prove to know; undefined if there is none yet. */
export function readToken({ token }: ResidentPlace): Buffer | undefined {
  const file = openIfThere(token);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw unsafe(`${token} is no file. Delete it.`);
    checkOwner(found, token);
    checkClosedToOthers(found, token);
    const text = found.size === 64 ? readFileSync(file, "latin1") : "";
    if (/^[\da-f]{64}$/.test(text)) return Buffer.from(text, "hex");
    throw unsafe(`${token} holds no token. Delete it.`);
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  try {
    return openSync(path, flags);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw unsafe(
      `${path} cannot be read (${String(code)}). It must be a file of the user who runs this. Delete it.`,
      error,
    );
  }
}

function checkPrivate(path: string, kind: "directory"): void {
  const found = lstatSync(path);
  if (!found.isDirectory()) throw unsafe(`${path} is no ${kind}, or a link to one. Delete it.`);
  checkOwner(found, path);
  checkClosedToOthers(found, path);
}

function checkOwner({ uid }: Stats, path: string): void {
  const own = process.getuid?.();
  if (own === undefined || uid === own) return;
  throw unsafe(
    `${path} belongs to user ${uid}, and this is user ${own}. Set XDG_RUNTIME_DIR to a directory of your own.`,
  );
}

function checkClosedToOthers({ mode }: Stats, path: string): void {
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  const shown = (mode & 0o777).toString(8);
  throw unsafe(`${path} has mode ${shown}, so that other users could use it. Run: chmod go= ${JSON.stringify(path)}`);
}

/** Who may write in the directory above could put another one in the place of ours, unless it is sticky, as /tmp is. */
function checkAbove(path: string): void {
  const { mode } = lstatSync(path);
  if (process.platform === "win32" || (mode & 0o022) === 0 || (mode & 0o1000) !== 0) return;
  throw unsafe(`Everybody may rename what lies in ${path}. Set XDG_RUNTIME_DIR to a directory of your own.`);
}

function unsafe(message: string, cause?: unknown): ResidentError {
  return new ResidentError("unsafe_place", message, cause);
}
