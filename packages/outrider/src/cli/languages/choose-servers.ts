import { nearestName } from "toolwright";
import { usageError } from "toolwright/cli";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { serverSpecs } from "../../languages/servers.ts";
import { type InstallableSpec, isInstallable } from "../../lsp/programs/install-server.ts";

/** The servers with these names, without duplicates; a language's name means its first installable server. */
export function chooseServers(names: readonly string[]): readonly InstallableSpec[] {
  return [...new Set(names.map((name) => chooseServer(name.toLowerCase())))];
}

function chooseServer(name: string): InstallableSpec {
  const named = serverSpecs.find(({ id }) => id === name);
  const answering = serverSpecs.filter((spec) => name in spec.languages);
  const spec = named ?? answering.find(isInstallable) ?? answering[0];
  if (spec === undefined) throw unknownServer(name);
  if (!isInstallable(spec)) throw usageError(`${spec.title} does not come from npm. To get it: ${spec.obtain}`);
  return spec;
}

function unknownServer(name: string): Error {
  const known = serverSpecs.filter(isInstallable).map(({ id }) => id);
  const nearest = nearestName(name, namesOf(serverSpecs));
  const hint = nearest === undefined ? `there are ${known.join(", ")}` : `did you mean ${nearest}?`;
  return usageError(`There is no language server "${name}"; ${hint}`);
}

function namesOf(specs: readonly ServerSpec[]): readonly string[] {
  return specs.flatMap((spec) => [spec.id, ...Object.keys(spec.languages)]);
}
