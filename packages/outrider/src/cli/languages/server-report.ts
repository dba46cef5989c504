import type { ServerSpec } from "../../languages/server-spec.ts";
import { serverSpecs } from "../../languages/servers.ts";
import { findProgram, type FindProgramOptions } from "../../lsp/programs/find-program.ts";

/** One server as `outrider languages` shows it. */
export interface ServerReport {
  readonly id: string;
  readonly title: string;
  readonly languages: readonly string[];
  readonly state: "found" | "needs trust" | "missing" | "off";
  readonly file?: string;
  readonly from?: string;
  readonly version?: string;
  /** Why it is not used. */
  readonly reason?: string;
  /** How to get it. */
  readonly obtain?: string;
  readonly install?: { readonly package: string; readonly version: string; readonly sizeMb: number };
}

export async function reportServers(options: FindProgramOptions): Promise<readonly ServerReport[]> {
  return await Promise.all(serverSpecs.map(async (spec) => await reportServer(spec, options)));
}

async function reportServer(spec: ServerSpec, options: FindProgramOptions): Promise<ServerReport> {
  const { id, title, program } = spec;
  const { npm } = program;
  const common = {
    id,
    title,
    languages: Object.keys(spec.languages),
    ...(npm === undefined ? {} : { install: { package: npm.package, version: npm.version, sizeMb: npm.sizeMb } }),
  };
  if (!options.user.enabled || options.user.off.includes(id)) {
    return { ...common, state: "off", reason: "switched off in the user settings" };
  }
  const found = await findProgram(spec, options);
  if ("file" in found) return { ...common, state: "found", ...placeOf(found) };
  if (spec.runsCode === undefined || options.trusted)
    return { ...common, state: "missing", reason: found.missing, obtain: spec.obtain };
  // Tells "not installed" from "not allowed to run".
  const { runsCode: _, ...harmless } = spec;
  const there = await findProgram(harmless, options);
  if (!("file" in there)) return { ...common, state: "missing", reason: there.missing, obtain: spec.obtain };
  return { ...common, state: "needs trust", ...placeOf(there), reason: found.missing, obtain: found.obtain };
}

function placeOf(found: { readonly shown: string; readonly from: string; readonly version?: string }) {
  const { shown: file, from, version } = found;
  return { file, from, ...(version === undefined ? {} : { version }) };
}
