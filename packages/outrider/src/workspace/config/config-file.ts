import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { parse, TomlError } from "smol-toml";
import { nearestName } from "toolwright";
import type * as z from "zod";
import { errorCode } from "../paths/error-code.ts";
import { isRecord } from "./is-record.ts";
import { projectConfigSchema, type ProjectConfig } from "./project-config.ts";
import { userConfigSchema, type UserConfig } from "./user-config.ts";

/** The contents of a settings file, and all of its problems; a file with problems is replaced by the defaults. */
export interface LoadedConfig<Config> {
  readonly file: string;
  readonly exists: boolean;
  readonly config: Config;
  readonly problems: readonly string[];
}

const maxBytes = 1024 * 1024;

export function loadUserConfig(file: string): Promise<LoadedConfig<UserConfig>> {
  return load(file, userConfigSchema, 0, () => undefined);
}

/** `.outrider/project.toml`: comes with the repository, so it can only describe, never allow. */
export async function loadProjectConfig(root: string): Promise<LoadedConfig<ProjectConfig>> {
  const security = new Set(Object.keys(userConfigSchema.shape));
  const folder = join(root, ".outrider");
  const file = join(folder, "project.toml");
  // A link in a repository could point to anything, even a device.
  if ((await lstat(folder).catch(() => undefined))?.isSymbolicLink() === true) {
    return { file, exists: true, config: projectConfigSchema.parse({}), problems: [".outrider is a link"] };
  }
  return await load(file, projectConfigSchema, constants.O_NOFOLLOW ?? 0, (key) =>
    security.has(key) ? `[${key}] is the user's to decide and belongs in ${shownUserFile}` : undefined,
  );
}

const shownUserFile = "the user-level file (`outrider config` shows where it is)";

async function load<Config>(
  file: string,
  schema: z.ZodType<Config>,
  flags: number,
  misplaced: (key: string) => string | undefined,
): Promise<LoadedConfig<Config>> {
  const defaults = schema.parse({});
  const found = await readSmall(file, flags);
  if (found === undefined) return { file, exists: false, config: defaults, problems: [] };
  if ("problem" in found) return { file, exists: true, config: defaults, problems: [found.problem] };
  try {
    const result = schema.safeParse(parse(found.text));
    if (result.success) return { file, exists: true, config: result.data, problems: [] };
    const problems = result.error.issues.flatMap((issue) => describeIssue(issue, schema, misplaced));
    return { file, exists: true, config: defaults, problems };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ""] = error.message.split("\n");
    return { file, exists: true, config: defaults, problems: [`line ${error.line}: ${what}`] };
  }
}

async function readSmall(file: string, flags: number): Promise<{ text: string } | { problem: string } | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return { problem: "it is not a regular file" };
      if (found.size > maxBytes) return { problem: "it is larger than 1 MiB" };
      return { text: await handle.readFile("utf8") };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return { problem: code === "ELOOP" ? "it is a link" : `it cannot be read (${code ?? "unknown"})` };
  }
}

function describeIssue(
  issue: z.core.$ZodIssue,
  schema: unknown,
  misplaced: (key: string) => string | undefined,
): string[] {
  if (issue.code !== "unrecognized_keys") return [`${issue.path.join(".")}: ${issue.message}`];
  const known = keysAt(schema, issue.path);
  return issue.keys.map((key) => {
    const at = [...issue.path, key].join(".");
    const elsewhere = issue.path.length === 0 ? misplaced(key) : undefined;
    if (elsewhere !== undefined) return elsewhere;
    const nearest = nearestName(key, known);
    const hint = nearest === undefined ? `; known: ${known.join(", ")}` : `; did you mean "${nearest}"?`;
    return `there is no setting "${at}"${hint}`;
  });
}

/** The keys that a schema knows at a path; looks through defaults. */
function keysAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const key of [...path, undefined]) {
    while (isRecord(at) && isRecord(at["def"]) && "innerType" in at["def"]) at = at["def"]["innerType"];
    const shape = isRecord(at) ? at["shape"] : undefined;
    if (!isRecord(shape)) return [];
    if (key === undefined) return Object.keys(shape);
    at = shape[String(key)];
  }
  return [];
}
