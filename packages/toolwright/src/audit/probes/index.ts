import { badMessagesProbe } from "./bad-messages.ts";
import { callsProbe } from "./calls.ts";
import { capabilitiesProbe } from "./capabilities.ts";
import { costProbe } from "./cost.ts";
import type { Probe } from "./probe.ts";
import { stabilityProbe } from "./stability.ts";
import { textsProbe } from "./texts.ts";

/** Every measurement, in the order in which they run: later ones use what earlier ones have found. */
export const probes: readonly Probe[] = [
  callsProbe,
  capabilitiesProbe,
  textsProbe,
  costProbe,
  stabilityProbe,
  badMessagesProbe,
];
