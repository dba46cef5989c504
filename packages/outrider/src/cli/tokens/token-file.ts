import { createHash, randomBytes } from "node:crypto";
import { constants, type BigIntStats } from "node:fs";
import { mkdir, open, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isToolError, ToolError } from "toolwright";
import * as z from "zod";
import { userConfigFile } from "../../workspace/config/user-config-file.ts";
import { errorCode } from "../../workspace/paths/error-code.ts";
import { withLock } from "../../workspace/writer/lock.ts";
import { replaceFile } from "../../workspace/writer/replace-file.ts";

const storedToken = z.strictObject({
  name: z.string(),
  /** Tells tokens of the same name apart: a new one is not the successor of a removed one. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** SHA-256 of the token. It has 256 random bits, so nothing slower is needed. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  created: z.string(),
});

const fileSchema = z.strictObject({ version: z.literal(1), tokens: z.array(storedToken) });

export type StoredToken = Readonly<z.infer<typeof storedToken>>;

export interface TokenFile {
  readonly tokens: readonly StoredToken[];
  /** Tells one state of the file from another without reading it; undefined if there is no file. */
  readonly stamp: string | undefined;
}

const maxBytes = 1024 * 1024;
const lockMs = 10_000;
const nameShape = /^[a-z0-9][a-z0-9._-]{0,39}$/i;

/** Beside the user's settings, where no tool reads or writes. */
export function tokenFileOf(env: Readonly<Record<string, string | undefined>>): string {
  return join(dirname(userConfigFile(env)), "tokens.json");
}

export function principalOf({ name, id }: Pick<StoredToken, "name" | "id">): string {
  return `token:${name}:${id}`;
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Makes a token and keeps its hash; the token itself is only in what this returns. */
export async function addToken(file: string, name: string, signal: AbortSignal): Promise<string> {
  if (!nameShape.test(name)) {
    throw new ToolError(
      "bad_name",
      `${JSON.stringify(name)} cannot name a token: use up to 40 letters, digits, dots, dashes and underscores, beginning with a letter or digit.`,
    );
  }
  const token = `outrider_${randomBytes(32).toString("base64url")}`;
  await change(file, signal, (tokens) => {
    if (tokens.some((each) => each.name === name)) {
      throw new ToolError(
        "name_taken",
        `There is a token ${name} already. Choose another name, or run \`outrider token remove ${name}\` first.`,
      );
    }
    const id = randomBytes(8).toString("hex");
    const hash = hashToken(token).toString("hex");
    return [...tokens, { name, id, hash, created: new Date().toISOString() }];
  });
  return token;
}

export async function removeToken(file: string, name: string, signal: AbortSignal): Promise<void> {
  await change(file, signal, (tokens) => {
    const rest = tokens.filter((each) => each.name !== name);
    if (rest.length < tokens.length) return rest;
    const names = tokens.map((each) => each.name).join(", ");
    const known = names === "" ? "There are none" : `There are ${names}`;
    throw new ToolError("no_token", `There is no token ${JSON.stringify(name)}. ${known}.`);
  });
}

/** A file that is damaged, or that others could have changed, is an error: it must let nobody in. */
export async function readTokens(file: string): Promise<TokenFile> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw unusable(file, `it cannot be read (${errorCode(error) ?? "unknown"})`);
  });
  if (handle === undefined) return { tokens: [], stamp: undefined };
  try {
    const facts = await handle.stat({ bigint: true });
    const problem = findProblem(facts);
    if (problem !== undefined) throw unusable(file, problem);
    const parsed = fileSchema.safeParse(parseJson(await handle.readFile("utf8")));
    if (!parsed.success) throw unusable(file, "it is damaged");
    return { tokens: parsed.data.tokens, stamp: stampOf(facts) };
  } finally {
    await handle.close();
  }
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

function findProblem(facts: BigIntStats): string | undefined {
  if (!facts.isFile()) return "it is not a regular file";
  if (facts.size > maxBytes) return "it is larger than 1 MiB";
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (facts.uid !== BigInt(user)) return "it belongs to another user";
  return (facts.mode & 0o022n) === 0n ? undefined : "other users may change it; run chmod 600 on it";
}

/** One at a time over all processes, so that two changes at once lose nothing. */
async function change(
  file: string,
  signal: AbortSignal,
  edit: (tokens: readonly StoredToken[]) => readonly StoredToken[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The directory may be a link, for example into a dotfiles directory.
  const real = join(await realpath(dirname(file)), basename(file));
  try {
    await withLock(dirname(real), "tokens", { lockMs, signal }, async (lock) => {
      const tokens = edit((await readTokens(real)).tokens);
      const text = `${JSON.stringify({ version: 1, tokens }, undefined, 2)}\n`;
      await replaceFile(real, Buffer.from(text), { shown: real, mode: 0o600, confirm: lock.verify });
    });
  } catch (error) {
    if (!isToolError(error) || error.code !== "locked") throw error;
    throw new ToolError("locked", `Another process is changing ${real}; nothing was changed. Try again.`, {
      cause: error,
    });
  }
}

function unusable(file: string, problem: string): ToolError {
  return new ToolError("bad_tokens", `${file} holds the tokens and cannot be used: ${problem}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
