import { getEventListeners } from "node:events";
import { listAtRest, nextTurns, pollUntil } from "../waiting.ts";
import type { CheckDefinition } from "./check.ts";
import { leakRepeats, ways, withCalls } from "./leaks.ts";
import { findAdded, listHandles } from "./process-resources.ts";
import { ConformanceError, kernelFault } from "./require-outcome.ts";

/** Nothing of a call is left when it is over, whether it ended or was cancelled. */
export const leakChecks: readonly CheckDefinition[] = [
  {
    id: "leak:processes",
    title: "no child process outlives its call",
    needsExample: true,
    findReasonToSkip: () =>
      process.platform === "win32" ? "the children of a process cannot be listed on this system" : undefined,
    async examine(subject) {
      for (const way of ways) {
        const { processes: left } = await subject.growth(way);
        if (left.length === 0) continue;
        throw new ConformanceError(
          `${leakRepeats} ${way} calls left these processes running: ${left.join(", ")}.`,
          "no process of a call that is over.",
          "start processes with `call.spawn` or `call.exec`, which end them with the call.",
        );
      }
    },
  },
  {
    id: "leak:handles",
    title: "no timer, socket, server or other handle outlives its call",
    needsExample: true,
    async examine(subject) {
      for (const way of ways) {
        const { handles: left } = await subject.growth(way);
        if (left.length === 0) continue;
        throw new ConformanceError(
          `${leakRepeats} ${way} calls left these handles open: ${left.join(", ")}.`,
          "as many handles as before.",
          "clear timers and close what the handler opens in a `finally` block, or open it once in a service.",
        );
      }
    },
  },
  {
    id: "leak:listeners",
    title: "no listener stays on the caller's signal",
    needsExample: true,
    async examine(subject) {
      for (const way of ways) {
        await withCalls(subject, way, 1, async (_bench, [controller]) => {
          const left = controller === undefined ? 0 : getEventListeners(controller.signal, "abort").length;
          if (left > 0) throw new ConformanceError(`a ${way} call left ${left} listeners.`, "none.", kernelFault);
        });
      }
    },
  },
  {
    id: "leak:timers",
    title: "no timer of the call stays in the kernel's clock",
    needsExample: true,
    async examine(subject) {
      for (const way of ways) {
        await withCalls(subject, way, 1, async (bench) => {
          const left = bench.clock.pendingTimers();
          if (left > 0) throw new ConformanceError(`a ${way} call left ${left} timers.`, "none.", kernelFault);
        });
      }
    },
  },
  {
    id: "leak:strays",
    title: "no error slips out of the handler, during the call or after it",
    needsExample: true,
    // The last of all checks: it also sees what escaped the calls of the others.
    async examine(subject) {
      for (const way of ways) {
        const before = await listAtRest(listHandles);
        await withCalls(subject, way, 1, async () => {
          // Anything still waiting shows as a handle; later errors come from there.
          await pollUntil(() => findAdded(before, listHandles()).length === 0, subject.graceMs);
          await nextTurns();
        });
      }
      const [stray] = subject.strays;
      if (stray === undefined) return;
      throw new ConformanceError(
        `a call let an error slip: ${String(stray.error)}.`,
        "an error that ends the call it belongs to, or that the handler catches.",
        "await or catch every promise that the handler starts, and catch inside of timers and event listeners.",
      );
    },
  },
];
