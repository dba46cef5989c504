import { readFileSync } from "node:fs";

/** The system's limit, or a safe value if it is unknown. */
export function inotifyLimit(name: "max_queued_events" | "max_user_watches", otherwise: number): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8")) || otherwise;
  } catch {
    return otherwise;
  }
}

const minWatches = 4000;
const maxWatches = 20_000;

/** A user's watches are shared with editors and other servers: an eighth of them is plenty for one project. */
export function watchLimit(): number {
  return Math.max(minWatches, Math.min(maxWatches, Math.floor(inotifyLimit("max_user_watches", 0) / 8)));
}
