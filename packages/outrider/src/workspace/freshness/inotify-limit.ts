import { readFileSync } from "node:fs";

/** What the system allows, or what is safe where it does not say. */
export function inotifyLimit(name: "max_queued_events" | "max_user_watches", otherwise: number): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8")) || otherwise;
  } catch {
    return otherwise;
  }
}

const always = 4000;
const never = 20_000;

/** The watches of a user are shared with his editor and other servers: an eighth of them is plenty for one project. */
export function mostWatches(): number {
  return Math.max(always, Math.min(never, Math.floor(inotifyLimit("max_user_watches", 0) / 8)));
}
