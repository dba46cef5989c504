import { sep } from "node:path";
import type { PathJudge } from "./places.ts";
import { textOf, type Word } from "./word.ts";

export type Target = "fine" | "unknown" | "outside" | "device" | "network" | "protected" | "later";

/** What writing to the word's target would mean. */
export function judgeTarget(word: Word, places: PathJudge): Target {
  const paths = places.pathsOf(word);
  if (paths === undefined) return "unknown";
  for (const path of paths) {
    const verdict = judgePath(path, places);
    if (verdict !== "fine") return verdict;
  }
  return "fine";
}

/** The same for the value of an option, where "-" is standard output. */
export function mayWriteTo(word: Word, places: PathJudge): boolean {
  const text = textOf(word);
  return text === "-" || text === "" || ["fine", "later"].includes(judgeTarget(word, places));
}

/** Whether the word names a file that runs later. */
export function namesLater(word: Word, places: PathJudge): boolean {
  return judgeTarget(word, places) === "later";
}

export const laterReason =
  "writes a file that runs later: orders or settings of agents and editors, hooks, CI, programs";

const harmlessDevices = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|full|random|urandom|fd\/\d+|shm\/.+)$/;

function judgePath(path: string, places: PathJudge): Target {
  if (harmlessDevices.test(path)) return "fine";
  const real = places.real(path);
  const spellings = [path, real].map((spelled) => spelled.split(sep).join("/"));
  if (spellings.some((spelled) => /^\/dev\/(?:tcp|udp)\//.test(spelled))) return "network";
  if (spellings.some((spelled) => /^\/(?:dev|proc|sys)(?:\/|$)/.test(spelled))) return "device";
  if (spellings.some(isProtected)) return "protected";
  if (!places.isInside(path)) return "outside";
  return places.runsLater(path) ? "later" : "fine";
}

function isProtected(path: string): boolean {
  // Some file systems are case-insensitive.
  return path
    .toLowerCase()
    .split("/")
    .some((name) => name === ".git" || name === ".outrider");
}
