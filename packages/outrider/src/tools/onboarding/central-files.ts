import { type RankedNames, rankNames } from "../../syntax/project-map/rank-names.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";

const waitMs = 2_000;
const budget = 300;
const mostFiles = 8;

/** The files that others lean on most; none where the symbols of the project cannot be read in a moment. */
export async function findCentralFiles(symbols: ProjectSymbols, signal: AbortSignal): Promise<readonly RankedNames[]> {
  const limit = limitSignal([signal], waitMs * 2);
  const both = limit.signal;
  try {
    const view = await symbols.view({ signal: both, waitMs });
    if (view.completeness.state === "partial") return [];
    const importance = await view.importance({ signal: both });
    const ranked = await rankNames(view, importance, view.paths, { budget, signal: both });
    return ranked.filter(({ isCode }) => isCode).slice(0, mostFiles);
  } catch (error) {
    if (limit.isLate()) return [];
    throw error;
  } finally {
    limit.release();
  }
}
