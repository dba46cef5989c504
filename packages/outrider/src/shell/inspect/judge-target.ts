import { sep } from "node:path";
import type { Places } from "./places.ts";
import type { Word } from "./word.ts";

export type Target = "fine" | "unknown" | "outside" | "device" | "network" | "protected";

/** What it would mean to write to where a word leads. */
export function judgeTarget(word: Word, places: Places): Target {
  const paths = places.pathsOf(word);
  if (paths === undefined) return "unknown";
  const verdicts = paths.map((path) => judgePath(path.split(sep).join("/"), path, places));
  return verdicts.find((verdict) => verdict !== "fine") ?? "fine";
}

const harmlessDevices = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|full|random|urandom|fd\/\d+|shm\/.+)$/;

function judgePath(path: string, real: string, places: Places): Target {
  if (harmlessDevices.test(path)) return "fine";
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) return "network";
  if (/^\/(?:dev|proc|sys)(?:\/|$)/.test(path)) return "device";
  // Case does not matter to some file systems.
  if (
    path
      .toLowerCase()
      .split("/")
      .some((name) => name === ".git" || name === ".outrider")
  )
    return "protected";
  return places.isInside(real) ? "fine" : "outside";
}
