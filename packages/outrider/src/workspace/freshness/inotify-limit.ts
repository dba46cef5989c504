import { readFileSync } from "node:fs";

/** What the system allows, or what is safe where it does not say. */
export function inotifyLimit(name: "max_queued_events" | "max_user_watches", otherwise: number): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8")) || otherwise;
  } catch {
    return otherwise;
  }
}

const minWatches = 4000;
const maxWatches = 20_000;

/** The watches of a user are shared with the user's editor and other servers: an eighth of them is plenty for one project. */
export function watchLimit(): number {
  return Math.max(minWatches, Math.min(maxWatches, Math.floor(inotifyLimit("max_user_watches", 0) / 8)));
}
