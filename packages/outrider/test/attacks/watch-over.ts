import { join } from "node:path";
import { type Outcome, renderOutcome } from "toolwright";
import { expect } from "vitest";
import { canary, canaryPattern, type HostilePlace, protectedFiles } from "../support/hostile-place.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";
import type { PathProbe } from "./path-probes.ts";

export interface Watch {
  probe(probe: PathProbe, path: string): Promise<Outcome>;
  readResource(uri: string): Promise<void>;
  /** That nothing out of reach was touched or shown, and that the server still answers. */
  end(): Promise<void>;
}

const broken: ReadonlySet<string> = new Set([
  "crashed",
  "invalid_output",
  "timed_out",
  "stalled",
  "cancelled",
  "unknown_tool",
]);
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Says only that no call hangs: how fast it is, is measured elsewhere. */
const timeoutMs = 60_000;

/** What holds for every call with a path from outside, whatever it asks for. */
export function watchOver(place: HostilePlace): Watch {
  const before = outOfReach(place);
  const said: string[] = [];
  const seen = (text: string, what: string): void => {
    expect(text, what).not.toContain(canary);
    expect(text, what).not.toContain(canary.slice(0, 6));
  };

  return {
    async probe({ title, tool, input, approve }, path) {
      const what = `${title} with ${JSON.stringify(path.slice(0, 80))}`;
      const ended = await place.call(tool, input(path), {
        // Of its own, so that what one activates does not change what the next one means.
        session: title,
        signal: AbortSignal.timeout(timeoutMs),
        onProgress: (report) => said.push(JSON.stringify(report)),
        ...(approve === undefined ? {} : { approve }),
      });
      seen(JSON.stringify(ended), what);
      expect(broken.has(ended.status), `${what} ended as ${ended.status}: ${renderOutcome(ended)}`).toBe(false);
      if (ended.status !== "ok") checkError(ended, what, path, place);
      return ended;
    },
    async readResource(uri) {
      const context = {
        caller: { host: "test", session: "resources", principal: "tester" },
        signal: AbortSignal.timeout(timeoutMs),
      };
      const read = await place.outrider.resources.read(uri, context);
      seen(JSON.stringify(read ?? ""), `resource ${JSON.stringify(uri.slice(0, 80))}`);
    },
    async end() {
      expect(outOfReach(place)).toEqual(before);
      const everything = await place.read("grep", { pattern: canaryPattern, context: 2 }, { session: "sweep" });
      seen(everything, "a search of the whole project afterwards");
      seen(said.join("\n"), "progress");
      seen(place.told.join("\n"), "what was told on the side");
      await place.read("read_file", { path: "src/deep/b.ts" }, { session: "afterwards" });
    },
  };
}

function checkError(ended: Exclude<Outcome, { status: "ok" }>, what: string, path: string, place: HostilePlace): void {
  const text = renderOutcome(ended);
  expect(ended.error.code, what).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(hidden.exec(text.replaceAll("\n", ""))?.[0], `hidden character in: ${JSON.stringify(text)} (${what})`).toBe(
    undefined,
  );
  // The person who is asked must see where it really leads.
  if (ended.status === "needs_approval") return;
  for (const unknown of [place.home, place.outside, place.sibling, place.config]) {
    if (!path.includes(unknown)) expect(text, what).not.toContain(unknown);
  }
}

/** Everything beside the project, and in it what nobody may change. */
function outOfReach({ base, root, temp }: HostilePlace): Readonly<Record<string, unknown>> {
  const beside = Object.entries(snapshotTree(base)).filter(
    ([path]) => ![root, temp].some((open) => join(base, path).startsWith(`${open}/`)),
  );
  const inside = protectedFiles.map((name) => [name, snapshotTree(join(root, name))] as const);
  return { ...Object.fromEntries(beside), ...Object.fromEntries(inside) };
}
