import { languages } from "./index.ts";
import type { ServerSpec } from "./server-spec.ts";

/**
 * Every server there is; of those that answer for one language, the better one first. Those of the most used languages
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
