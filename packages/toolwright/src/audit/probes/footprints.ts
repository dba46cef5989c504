import type { Footprint } from "../seen.ts";
import { callsThatWorked } from "./calls.ts";
import { defineProbe } from "./probe.ts";
import { NotMeasured } from "./target.ts";
import { readLoad } from "./server-load.ts";

/** Compares the working directory and the listening sockets before and after calls of tools that say that they only read. */
export const footprintsProbe = defineProbe("footprints", async (context, { calls = [] }) => {
  const { listing, limits, target, signal } = context;
  const { place } = target;
  if (place === undefined) throw new NotMeasured("Files and sockets cannot be seen over HTTP.");
  const reads = callsThatWorked(context, calls).filter(
    ({ tool }) => listing.tools.find(({ name }) => name === tool)?.annotations["readOnlyHint"] === true,
  );
  if (reads.length === 0) throw new NotMeasured("No call of a tool that says that it only reads has worked.");
  const { live } = context;
  const seen: Footprint[] = [];
  for (const { tool, input } of reads) {
    if (signal.aborted) break;
    context.status(`looking what ${tool} leaves`);
    const session = await live.get();
    const pid = live.connection()?.server?.pid ?? -1;
    const [files, load] = [place.snapshot(), await readLoad(pid)];
    await session.callTool(tool, input, limits.callMs);
    const [filesAfter, loadAfter] = [place.snapshot(), await readLoad(pid)];
    seen.push({
      tool,
      input,
      changedFiles: listChanges(files, filesAfter),
      newListeners: loadAfter.listeners.filter((address) => !load.listeners.includes(address)),
    });
  }
  return seen;
});

function listChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}
