import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "smol-toml";
import { serverSpecs } from "../../src/languages/servers.ts";
import { findProgram } from "../../src/lsp/programs/find-program.ts";
import { packagedProgram } from "../../src/lsp/programs/npm-program.ts";

export interface KitProgram {
  readonly id: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** An id means the program of the package among the development dependencies. */
export type KitServer = string | KitProgram;

const nodeModules = join(dirname(fileURLToPath(import.meta.url)), "../../../../node_modules");

/** The part of the user settings about servers: what a machine happens to have on its PATH must not decide about a test. */
export async function serverSettings(servers: readonly KitServer[], settings = "", root = ""): Promise<string> {
  if (settings.includes("[servers")) return "";
  const used = await Promise.all(servers.map(programOf));
  const use = Object.fromEntries(
    used.map(({ id, file, args, env = {} }) => [id, { command: file, args: [...args], env }]),
  );
  const off = serverSpecs.map(({ id }) => id).filter((id) => !Object.hasOwn(use, id));
  // A test that names a server that runs code of the project trusts its project.
  const runsCode = serverSpecs.some((spec) => spec.runsCode !== undefined && Object.hasOwn(use, spec.id));
  const trusted = runsCode && root !== "" ? { trusted_projects: [root] } : {};
  return stringify({ servers: { enabled: servers.length > 0, off, use, ...trusted } });
}

export async function programOf(server: KitServer): Promise<KitProgram> {
  if (typeof server !== "string") return server;
  const spec = serverSpecs.find(({ id }) => id === server);
  const program = spec === undefined ? undefined : await packagedProgram(spec.program, nodeModules);
  if (program === undefined) throw new Error(`No server ${server} is among the development dependencies; run npm ci.`);
  return { id: server, file: program.file, args: program.args };
}

/** The program as Outrider itself would find it on this machine; why there is none, where there is none. */
export async function programOnPath(id: string): Promise<KitProgram | { readonly missing: string }> {
  const spec = serverSpecs.find((each) => each.id === id);
  if (spec === undefined) throw new Error(`There is no server ${id}.`);
  const found = await findProgram(spec, {
    user: { enabled: true, off: [], trusted_projects: [], idle_minutes: 10, max: 6, use: {} },
    env: process.env,
    root: undefined,
    trusted: true,
    cacheDirectory: nodeModules,
  });
  return "missing" in found ? found : { id, file: found.file, args: found.args, env: found.env };
}
