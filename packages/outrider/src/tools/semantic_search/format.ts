import { escapeHidden } from "toolwright";
import { describeCut } from "../describe-cut.ts";
import { saysIncomplete } from "../describe-incomplete.ts";
import type { Hit, Output } from "./schema.ts";

/** For each place: where, how well it matches, what it is; then the matching lines. */
export function format({ hits, memories = [], notes = [], cut, partial = [], overflow }: Output): string {
  const unread = partial.filter(saysIncomplete);
  const others = partial.filter((note) => !saysIncomplete(note));
  return [
    ...unread.map((note) => escapeHidden(note)),
    ...describeCut(cut),
    // A score compares files, which most of them could not take part in.
    ...hits.flatMap((hit) => showHit(hit, { withScore: unread.length === 0 })),
    ...(memories.length === 0 ? [] : ["Memories:"]),
    ...memories.map(({ topic, title, line, excerpt }) => ` ${escapeHidden(`${topic}:${line} ${title} — ${excerpt}`)}`),
    ...notes.map((note) => escapeHidden(note)),
    ...others.map((note) => `[${escapeHidden(note)}]`),
    ...(overflow === undefined ? [] : [showOverflow(overflow)]),
  ].join("\n");
}

function showHit(
  { file, lines, score, kind, symbol, signature, doc, excerpt, body, copies = [], more_copies }: Hit,
  { withScore }: { readonly withScore: boolean },
): readonly string[] {
  const place = withScore ? `${file}:${lines} ${score.toFixed(2)}` : `${file}:${lines}`;
  const what = signature ?? [kind, symbol].filter((part) => part !== undefined).join(" ");
  const also =
    copies.length === 0
      ? ""
      : ` (same: ${copies.join(", ")}${more_copies === undefined ? "" : ` and ${more_copies} more`})`;
  return [
    escapeHidden(`${place} ${what}${doc === undefined ? "" : ` — ${doc}`}${also}`.trimEnd()),
    ...(body === undefined ? (excerpt === undefined ? [] : [excerpt]) : [body]),
  ];
}

function showOverflow({ shown, total, next_offset, hint }: NonNullable<Output["overflow"]>): string {
  if (shown === 0) return `[${hint}]`;
  return `[${shown} of ${total} shown.${next_offset === undefined ? "" : ` Next: offset ${next_offset}.`} ${hint}]`;
}
