import { dirname, extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Footprint, SeenCall } from "../seen.ts";
import type { Place } from "../subject/place.ts";
import { callsThatWorked } from "./calls.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { NotMeasured } from "./target.ts";
import { readLoad } from "./server-load.ts";

/**
 * Compares the working directory and the listening sockets before and after calls of tools that say that they only read. A
 * change is a tool's own if it comes with each of two calls and not in a pause between them: servers also write by themselves,
 * such as a log a second after a call.
 */
export const footprintsProbe = defineProbe({ name: "footprints", uses: ["calls"] }, async (context, { calls = [] }) => {
  const { listing, signal, target } = context;
  if (target.place === undefined) throw new NotMeasured("Files and sockets cannot be seen over HTTP.");
  const reads = callsThatWorked(context, calls).filter(
    ({ tool }) => listing.tools.find(({ name }) => name === tool)?.annotations["readOnlyHint"] === true,
  );
  if (reads.length === 0) throw new NotMeasured("No call of a tool that says that it only reads has worked.");
  const watch = openWatch(context, target.place);
  const footprints: Footprint[] = [];
  for (const { tool, input } of reads) {
    if (signal.aborted) break;
    context.status(`looking what ${tool} leaves`);
    const changes = await watch.findRepeated({ tool, input });
    if (changes.length > 0) footprints.push({ tool, input, ...sortByKind(changes) });
  }
  const others = await watch.findOthers();
  return others.length === 0 ? footprints : [...footprints, sortByKind(others)];
});

/** Something that is not as it was before. */
interface Change {
  readonly kind: "file" | "listener";
  readonly name: string;
  /** By which another call's change is recognized as the same: its name, and where a new one was made. */
  readonly keys: readonly string[];
}

/** Longer than servers usually wait before they write what they have gathered. */
const pauseMs = 1_500;
/** For a server that writes with every call of every tool. */
const maxPauses = 8;

function openWatch({ live, limits, signal }: ProbeContext, place: Place) {
  const inPauses: Change[] = [];
  const once: Change[] = [];
  let pauses = 0;

  const look = async () => ({
    files: place.snapshot(),
    listeners: (await readLoad(live.connection()?.server?.pid ?? -1)).listeners,
  });

  async function changesDuring(act: () => Promise<unknown>): Promise<readonly Change[]> {
    const before = await look();
    await act();
    const after = await look();
    const paths = [...new Set([...before.files.keys(), ...after.files.keys()])];
    const changed = paths.filter((path) => before.files.get(path) !== after.files.get(path) && !place.isOwnCache(path));
    const opened = after.listeners.filter((address) => !before.listeners.includes(address));
    return [
      ...changed.map((path) => fileChange(path, before.files.has(path))),
      ...opened.map((address) => listenerChange(address)),
    ].filter((change) => !isAmong(inPauses, change));
  }

  async function pause(): Promise<void> {
    pauses += 1;
    inPauses.push(...(await changesDuring(async () => await sleep(pauseMs, undefined, { signal }).catch(() => {}))));
  }

  return {
    /** What a call changes each time. */
    async findRepeated({ tool, input }: Pick<SeenCall, "tool" | "input">): Promise<readonly Change[]> {
      const session = await live.get();
      const call = async () => await session.callTool(tool, input, limits.callMs);
      const first = await changesDuring(call);
      if (first.length === 0) return [];
      if (pauses < maxPauses) await pause();
      const second = await changesDuring(call);
      const repeated = first.filter((change) => isAmong(second, change) && !isAmong(inPauses, change));
      once.push(...[...first, ...second].filter((change) => !isAmong(repeated, change)));
      return repeated;
    },
    /** What changed beside: in a pause, or with one call only. */
    async findOthers(): Promise<readonly Change[]> {
      await pause();
      return [...inPauses, ...once];
    },
  };
}

function fileChange(name: string, wasThere: boolean): Change {
  return { kind: "file", name, keys: wasThere ? [name] : [name, `${dirname(name)}/*${extname(name)}`] };
}

function listenerChange(name: string): Change {
  return { kind: "listener", name, keys: [name.replace(/\d+$/, "*")] };
}

function isAmong(changes: readonly Change[], { keys }: Change): boolean {
  return changes.some((change) => change.keys.some((key) => keys.includes(key)));
}

function sortByKind(changes: readonly Change[]): Pick<Footprint, "changedFiles" | "newListeners"> {
  const named = (wanted: Change["kind"]): readonly string[] =>
    [...new Set(changes.filter(({ kind }) => kind === wanted).map(({ name }) => name))].toSorted();
  return { changedFiles: named("file"), newListeners: named("listener") };
}
