import { realpath } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { ServerSpec } from "../../languages/server-spec.ts";
import type { ServerSettings } from "../../workspace/config/user-config.ts";
import {
  executable,
  findOnPath,
  isBatchFile,
  type OnPath,
  scriptOfBatchFile,
} from "../../workspace/programs/find-on-path.ts";
import { type FoundProgram, type ProgramSearch, installFolder } from "./found-program.ts";
import { owningPackage, packagedProgram, startOf } from "./npm-program.ts";
import { isRustupProxy, programOfToolchain } from "./rustup.ts";

export interface FindProgramOptions {
  readonly user: ServerSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real path of the project's root: programs inside it are ignored unless it is trusted. Undefined without a project. */
  readonly root: string | undefined;
  /** The outermost project or repository around the root, if there is one. */
  readonly outermost?: string;
  readonly trusted: boolean;
  /** See `serverCacheDirectory`. */
  readonly cacheDirectory: string;
}

/** Finds a server's program: the user's choice, one installed by Outrider, on PATH, or in a trusted project. Starts nothing. */
export async function findProgram(spec: ServerSpec, options: FindProgramOptions): Promise<ProgramSearch> {
  const { user, root, trusted, cacheDirectory } = options;
  const { obtain } = spec;
  if (!user.enabled) return { missing: "language servers are switched off in the user settings", obtain: turnOn };
  if (user.off.includes(spec.id)) return { missing: `${spec.id} is switched off in the user settings`, obtain: turnOn };
  if (spec.runsCode !== undefined && !trusted) {
    return {
      missing: `it would run ${spec.runsCode}, and the project is not trusted`,
      obtain: "Add the project's directory to servers.trusted_projects in the user settings, if you trust its code.",
    };
  }
  const chosen = user.use[spec.id];
  if (chosen !== undefined) return await findChosen(spec, chosen, options);
  if (spec.program.npm !== undefined) {
    const modules = join(installFolder(cacheDirectory, spec.program.npm), "node_modules");
    const installed = await packagedProgram(spec.program, modules);
    if (installed !== undefined) return { ...installed, env: environmentFor(spec, options.env), from: "cache" };
  }
  const onPath = await searchPath(spec, options);
  if ("file" in onPath) return onPath;
  if (trusted && root !== undefined) {
    const own = await packagedProgram(spec.program, join(root, "node_modules"));
    if (own !== undefined) return { ...own, env: environmentFor(spec, options.env), from: "project" };
  }
  return { missing: onPath.reason, obtain };
}

const turnOn = "outrider config shows the file; see [servers]";

type Chosen = NonNullable<ServerSettings["use"][string]>;

/** There is no fallback: the user who chose this program would not notice another one. */
async function findChosen(spec: ServerSpec, chosen: Chosen, options: FindProgramOptions): Promise<ProgramSearch> {
  const { command, args = spec.program.args } = chosen;
  const env = { ...environmentFor(spec, options.env), ...chosen.env };
  const inside = options.trusted ? undefined : (options.outermost ?? options.root);
  const found = isAbsolute(command) ? await executable(command, inside) : await firstOf(command, options);
  if (found === undefined) {
    return {
      missing: `servers.use.${spec.id} names ${command}, which is no program that may be run`,
      obtain: `Correct servers.use.${spec.id}.command in the user settings: a full path outside the project, or a name on PATH.`,
    };
  }
  const start = await started(found, args);
  if (start === undefined) return { missing: batchReason(found), obtain: spec.obtain };
  return { ...start, env, from: "settings" };
}

async function firstOf(name: string, { env, root, outermost = root }: FindProgramOptions): Promise<OnPath | undefined> {
  for await (const found of findOnPath(name, env, outermost)) return found;
  return undefined;
}

async function searchPath(
  spec: ServerSpec,
  options: FindProgramOptions,
): Promise<FoundProgram | { readonly reason: string }> {
  const { names } = spec.program;
  let reason = `no ${names.join(" or ")} on PATH`;
  for (const name of names) {
    for await (const found of findOnPath(name, options.env, options.outermost ?? options.root)) {
      const taken = await take(spec, name, found, options);
      if ("file" in taken) return taken;
      reason = taken.reason;
    }
  }
  return { reason };
}

/** What was found on PATH, if it is the right program. */
async function take(
  spec: ServerSpec,
  name: string,
  found: OnPath,
  { env }: FindProgramOptions,
): Promise<FoundProgram | { readonly reason: string }> {
  const { args, accepts, npm } = spec.program;
  if (isRustupProxy(found.real)) {
    const own = await programOfToolchain(name, env);
    if (own === undefined) return { reason: `rustup is there, but its toolchain has no ${name}` };
    return { file: own.file, args, env: { ...environmentFor(spec, env), ...own.env }, from: "path", shown: own.file };
  }
  const owner = await owningPackage(await scriptBehind(found));
  if (accepts !== undefined && (owner === undefined || !accepts(owner))) {
    const what = owner === undefined ? "something else" : `${owner.packageName} ${owner.version}`;
    return { reason: `${found.file} is ${what}` };
  }
  const common = { env: environmentFor(spec, env), from: "path" } as const;
  if (npm !== undefined && owner?.packageName === npm.package) {
    const direct = await startOf(npm, args, owner.directory, owner.version);
    if (direct !== undefined) return { ...direct, ...common };
  }
  const start = await started(found, args);
  return start === undefined ? { reason: batchReason(found) } : { ...start, ...common };
}

async function scriptBehind({ file, real }: OnPath): Promise<string> {
  const script = isBatchFile(file) ? await scriptOfBatchFile(file) : undefined;
  return script === undefined ? real : await realpath(script).catch(() => real);
}

/** Under the name found on PATH: programs that act on their own name are often links to one file. */
async function started(
  found: OnPath,
  args: readonly string[],
): Promise<Pick<FoundProgram, "file" | "args" | "shown"> | undefined> {
  if (!isBatchFile(found.file)) return { file: found.file, args, shown: found.file };
  const script = await scriptOfBatchFile(found.file);
  return script === undefined ? undefined : { file: process.execPath, args: [script, ...args], shown: script };
}

function batchReason({ file }: OnPath): string {
  return `${file} is a batch file, and those are not started`;
}

function environmentFor(
  { env, inherits = [] }: ServerSpec,
  host: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const taken = inherits.flatMap((name) => {
    const value = host[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(taken), ...env };
}
