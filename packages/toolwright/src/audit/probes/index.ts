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
