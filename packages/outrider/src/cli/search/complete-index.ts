import { setTimeout as wait } from "node:timers/promises";
import type { ProjectSearch, SearchStatus } from "../../search/project-search.ts";
import type { ProjectAtHand } from "./open-project.ts";
import type { ProgressLine } from "./progress.ts";

/** A user waits as long as it takes and sees the progress; this is the longest delay of a timer. */
export const asLongAsItTakes = 2 ** 31 - 1;

const lookMs = 500;
/** A model that makes no progress for this long is no longer waited for. */
const maxStillMs = 120_000;

/** Reads files that are not read yet, and waits for an external model too: its work would end with this process. */
export async function completeIndex(
  search: ProjectSearch,
  { settings }: Pick<ProjectAtHand, "settings">,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: ProgressLine },
): Promise<SearchStatus> {
  let status = await search.build({
    signal,
    waitMs: asLongAsItTakes,
    onProgress: (done, total) => progress.tell("files", done, total),
  });
  if (settings.embedder === "static" || settings.embedder === "off") return status;
  let lastGrowth = performance.now();
  while (status.embedded < status.contents && status.problem === undefined) {
    if (performance.now() - lastGrowth > maxStillMs) break;
    progress.tell(`files by ${status.model}`, status.embedded, status.contents);
    await wait(lookMs, undefined, { signal });
    const before = status.embedded;
    status = await search.status({ signal });
    if (status.embedded !== before) lastGrowth = performance.now();
  }
  return status;
}
