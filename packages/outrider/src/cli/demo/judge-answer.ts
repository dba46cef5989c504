import { saysIncomplete } from "../../tools/describe-incomplete.ts";
import type { KnownAnswer } from "./choose-question.ts";

/** Whether the answer says that the semantic search has not read all files yet. */
export function isPartial(answer: string): boolean {
  return saysIncomplete(answer);
}

export interface Judgement {
  readonly found: boolean;
  readonly words: string;
}

/** Whether the known place is among the search hits, judged by the text that the agent reads. */
export function judgeAnswer(answer: string, { path, line, name }: KnownAnswer): Judgement {
  const hits = [...answer.matchAll(/^(\S.*?):(\d+)(?:-(\d+))?(?: \d\.\d\d)?(?= |$)/gm)].map(
    ([, file, first, last]) => ({
      file,
      first: Number(first),
      last: Number(last ?? first),
    }),
  );
  const known = `The words were taken from ${name} (${path}:${line})`;
  const so = isPartial(answer) ? " so far" : "";
  const place = hits.findIndex(({ file, first, last }) => file === path && first <= line && line <= last);
  if (place !== -1) return { found: true, words: `${known}: hit ${place + 1} of ${hits.length}${so}.` };
  const near = hits.findIndex(({ file }) => file === path);
  const also = near === -1 ? "" : `; other lines of its file are hit ${near + 1} of ${hits.length}`;
  return { found: false, words: `${known}: not found${so}${also}.` };
}
