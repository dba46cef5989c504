import type { Caller, Clock } from "../tool/call-context.ts";

/** Whether something that tools need is available; if not, why, and what a person or a model can do about it. */
export type CapabilityState =
  | { readonly available: true }
  | { readonly available: false; readonly reason: string; readonly remedy?: string };

/** Checks whether a capability is available; called before each call and each listing that needs it. */
export type CapabilityProbe = (caller: Caller) => CapabilityState | Promise<CapabilityState>;

export interface MissingCapability {
  readonly capability: string;
  readonly reason: string;
  readonly remedy?: string;
}

const probeDeadlineMs = 1_000;

/** The first of `needs` that is not available, or undefined if all are. Never rejects, never waits long. */
export async function findMissingCapability(
  needs: readonly string[],
  probes: Readonly<Record<string, CapabilityProbe>>,
  caller: Caller,
  clock: Clock,
): Promise<MissingCapability | undefined> {
  for (const capability of needs) {
    const state = await runProbe(capability, probes[capability], caller, clock);
    if (!state.available)
      return { capability, reason: state.reason, ...(state.remedy === undefined ? {} : { remedy: state.remedy }) };
  }
  return undefined;
}

async function runProbe(
  capability: string,
  probe: CapabilityProbe | undefined,
  caller: Caller,
  clock: Clock,
): Promise<CapabilityState> {
  if (probe === undefined) return { available: false, reason: `nothing provides "${capability}"` };
  return await new Promise<CapabilityState>((resolve) => {
    const timer = clock.schedule(probeDeadlineMs, () =>
      resolve({ available: false, reason: `its probe did not answer within ${probeDeadlineMs} ms` }),
    );
    const finish = (state: CapabilityState) => {
      timer.cancel();
      resolve(isCapabilityState(state) ? state : { available: false, reason: "its probe gave no answer" });
    };
    const fail = () => finish({ available: false, reason: "its probe failed" });
    try {
      Promise.resolve(probe(caller)).then(finish, fail);
    } catch {
      fail();
    }
  });
}

function isCapabilityState(state: unknown): state is CapabilityState {
  return typeof state === "object" && state !== null && "available" in state && typeof state.available === "boolean";
}
