import type { EntryBody, RunEnd } from "../log/entries.ts";
import { nothingUsed } from "../log/run-totals.ts";
import type { RunAbove } from "../run/above.ts";
import { findReachedLimit, limitsFor } from "../run/limits.ts";
import type { RunParts } from "../run/run-parts.ts";

/**
 * A run as the run of its subagent sees it. Whatever the subagent is about to spend is written into the thread of this run first,
 * where it is checked against the limits in the same step, so that subagents side by side cannot pass them together.
 */
export function standAbove(
  parts: RunParts,
  {
    callId,
    name,
    working,
  }: { readonly callId: string; readonly name: string; readonly working: (waitMs?: number) => void },
): RunAbove {
  const { thread, above, limits } = parts;
  return {
    subagents: [...above.subagents, name],
    async reserve(request, purpose, reservation) {
      const refused = await above.reserve(request, purpose, reservation);
      if (refused !== undefined) return refused;
      const ends: RunEnd[] = [];
      await thread.appendNext(({ run }): readonly EntryBody[] => {
        const end = findReachedLimit(limitsFor(limits, purpose), run, reservation);
        if (end === undefined) return [{ type: "subagent_request", request, purpose, ...reservation }];
        ends.push(end);
        return [];
      });
      const [end] = ends;
      if (end !== undefined) await above.settle(request, nothingUsed, 0);
      return end;
    },
    async settle(request, tokens, costUsd) {
      await thread.append({ type: "subagent_usage", request, tokens, costUsd });
      await above.settle(request, tokens, costUsd);
    },
    begin: (path) => countSubagent(parts, `${callId}/${path}`),
    rules: () => [...above.rules(), ...thread.state().rules],
    working,
  };
}

/** Counts a subagent in this run and in all above. One that was counted before a crash is not counted again. */
export async function countSubagent({ thread, above, limits }: RunParts, path: string): Promise<boolean> {
  if (!(await above.begin(path))) return false;
  await thread.appendNext(({ run: { subagents } }) =>
    subagents.has(path) || subagents.size >= limits.subagents ? [] : [{ type: "subagent_began", path }],
  );
  return thread.state().run.subagents.has(path);
}
