import { readFileSync } from "node:fs";

/** What the system allows, or what is safe where it does not say. */
export function inotifyLimit(name: "max_queued_events" | "max_user_watches", otherwise: number): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8")) || otherwise;
  } catch {
    return otherwise;
  }
}
