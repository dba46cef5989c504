import { badMessagesProbe } from "./bad-messages.ts";
import { callsProbe } from "./calls.ts";
import type { Probe } from "./probe.ts";

/** Every measurement, in the order in which they run: later ones use what earlier ones have found. */
export const probes: readonly Probe[] = [callsProbe, badMessagesProbe];
