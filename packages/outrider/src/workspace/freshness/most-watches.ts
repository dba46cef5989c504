import { inotifyLimit } from "./inotify-limit.ts";

const always = 4000;
const never = 20_000;

/** The watches of a user are shared with his editor and other servers: an eighth of them is plenty for one project. */
export function mostWatches(): number {
  return Math.max(always, Math.min(never, Math.floor(inotifyLimit("max_user_watches", 0) / 8)));
}
