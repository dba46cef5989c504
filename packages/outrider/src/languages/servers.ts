import { languages } from "./index.ts";
import type { ServerSpec } from "./server-spec.ts";

/**
 * All servers; among those for the same language, the best comes first. The servers of the most used languages
 * lead, the others are sorted by id.
 */
export const serverSpecs: readonly ServerSpec[] = [...rankedServers(), ...otherServers()];

function rankedServers(): readonly ServerSpec[] {
  const ranked = languages.filter(({ rank }) => rank !== undefined);
  return ranked.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).flatMap(({ servers = [] }) => servers);
}

function otherServers(): readonly ServerSpec[] {
  const others = languages.filter(({ rank }) => rank === undefined).flatMap(({ servers = [] }) => servers);
  return others.sort((a, b) => (a.id < b.id ? -1 : 1));
}
