import type { AuditRule } from "../rule.ts";
import type { ProbeName } from "../seen.ts";
import { badMessagesProbe } from "./bad-messages.ts";
import { callsProbe } from "./calls.ts";
import { cancelsProbe } from "./cancels.ts";
import { capabilitiesProbe } from "./capabilities.ts";
import { costProbe } from "./cost.ts";
import { endingsProbe } from "./endings.ts";
import { erasProbe } from "./eras.ts";
import { footprintsProbe } from "./footprints.ts";
import { httpProbe } from "./http.ts";
import { outsideProbe } from "./outside.ts";
import { pagesProbe } from "./pages.ts";
import { parallelProbe } from "./parallel.ts";
import { pingsProbe } from "./pings.ts";
import type { Probe } from "./probe.ts";
import { stabilityProbe } from "./stability.ts";
import { textsProbe } from "./texts.ts";

/** Every measurement, in the order in which they run: later ones use what earlier ones have found. */
export const probes: readonly Probe[] = [
  callsProbe,
  pagesProbe,
  capabilitiesProbe,
  textsProbe,
  costProbe,
  footprintsProbe,
  outsideProbe,
  stabilityProbe,
  pingsProbe,
  cancelsProbe,
  parallelProbe,
  erasProbe,
  httpProbe,
  badMessagesProbe,
  endingsProbe,
];

/** The measurements that rules need, and those that these work with. */
export function listNeeded(rules: readonly Pick<AuditRule, "needs" | "also">[]): ReadonlySet<ProbeName> {
  const needed = new Set(rules.flatMap(({ needs, also }) => [...needs, ...also]));
  for (const { name, uses } of probes.toReversed()) {
    if (needed.has(name)) for (const used of uses) needed.add(used);
  }
  return needed;
}
