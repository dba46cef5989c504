import { dirname } from "node:path";
import { base } from "./place.ts";

/** What differs between two runs of the same program, and nothing else: every other difference is a change of behaviour. */
interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  /** `#` becomes a number: the first such id of a session is 1, and the same id is always the same number. */
  readonly becomes: string | ((found: string) => string);
}

export interface Normaliser {
  normalise(text: string): string;
  /** How often each rule has found something. */
  counts(): Readonly<Record<string, number>>;
  /** Ids are numbered anew. */
  startSession(): void;
}

export const idPatterns = {
  HANDLE: /@(?:out|cmd)_[a-z2-7]{16}/g,
  ACTION: /^[b-df-hj-np-tv-z]{6}(?= [A-Z])/gm,
  TRASH: /\b[0-9a-z]{8}-[0-9a-f]{6}\b/g,
} as const;

export function createNormaliser(program: string, nodeModules: string): Normaliser {
  const rules = rulesFor(program, nodeModules);
  const counts: Record<string, number> = Object.fromEntries(rules.map(({ name }) => [name, 0]));
  let numbers = new Map<string, number>();
  return {
    normalise(text) {
      let result = text;
      for (const { name, pattern, becomes } of rules) {
        result = result.replaceAll(pattern, (found) => {
          counts[name] = (counts[name] ?? 0) + 1;
          if (typeof becomes === "function") return becomes(found);
          return becomes.includes("#") ? becomes.replace("#", String(numberOf(becomes, found))) : becomes;
        });
      }
      return result;
    },
    counts: () => ({ ...counts }),
    startSession() {
      numbers = new Map();
    },
  };

  function numberOf(kind: string, id: string): number {
    const known = [...numbers.keys()].filter((key) => key.startsWith(kind));
    const key = `${kind}${id}`;
    const number = numbers.get(key) ?? known.length + 1;
    numbers.set(key, number);
    return number;
  }
}

function rulesFor(program: string, nodeModules: string): readonly Rule[] {
  const build = dirname(dirname(dirname(dirname(program))));
  return [
    { name: "directory of this run", pattern: literal(base), becomes: "<BASE>" },
    { name: "language servers' packages", pattern: literal(nodeModules), becomes: "<NODE_MODULES>" },
    { name: "directory of the build", pattern: literal(build), becomes: "<BUILD>" },
    { name: "program of Node", pattern: literal(process.execPath), becomes: "<NODE>" },
    { name: "handle of an output", pattern: idPatterns.HANDLE, becomes: "@<HANDLE #>" },
    { name: "id in the trash", pattern: idPatterns.TRASH, becomes: "<TRASH #>" },
    { name: "id of the machine", pattern: /local-[0-9a-f]{16}/g, becomes: "local-<MACHINE>" },
    { name: "time of this run", pattern: ofToday("T[\\d:.]+Z"), becomes: "<TIME>" },
    { name: "day of this run", pattern: ofToday(""), becomes: "<DAY>" },
    { name: "duration", pattern: /(?<=\b(?:in|after|for) )\d+(?:\.\d+)? (?:ms|s)\b/g, becomes: "<DURATION>" },
    { name: "duration as a value", pattern: /(?<="(?:seconds|rate)": )[\d.e-]+/g, becomes: '"<DURATION>"' },
    { name: "files a second", pattern: /\b\d+(?= files\/s)/g, becomes: "<RATE>" },
    {
      name: "median and slowest call",
      pattern: /(?<=^[\w()]+ +\d+ +(?:0|\d+ \([\d.]+ %\))) +\d+ +\d+/gm,
      becomes: " <MS> <MS>",
    },
    // Files are listed as ripgrep's threads find them, and kinds of files with the same number come in that order.
    { name: "kinds of files that tie", pattern: /^\d+ files: .*$|"kinds": \[[^\]]*\]/gm, becomes: hideTies },
  ];
}

function hideTies(line: string): string {
  const kind = /(?:\b\w+ (\d+)\b(?!:))|(?:"ending": "\w+",\s+"files": (\d+))/g;
  const numbers = [...line.matchAll(/(?<=[,:] \w+ |"files": )\d+/g)].map(([number]) => number);
  const isTied = (number: string | undefined): boolean => numbers.filter((each) => each === number).length > 1;
  return line.replaceAll(kind, (found, plain?: string, listed?: string) =>
    isTied(plain ?? listed) ? `<KIND> ${plain ?? listed}` : found,
  );
}

/** Only days of this run: dates in files are answers. */
function ofToday(rest: string): RegExp {
  const dayMs = 86_400_000;
  const days = [0, 1].map((at) => new Date(Date.now() + at * dayMs).toISOString().slice(0, 10));
  return new RegExp(`(?:${days.join("|")})${rest}`, "g");
}

function literal(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), "g");
}
