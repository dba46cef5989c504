import { escapeHidden } from "toolwright";
import { describeCut } from "../describe-cut.ts";
import type { Hit, Output } from "./schema.ts";

/** For each place: where, how well it matches, what it is; then the matching lines. */
export function format({ hits, memories = [], notes = [], cut, partial = [], overflow }: Output): string {
  return [
    ...describeCut(cut),
    ...hits.flatMap(showHit),
    ...(memories.length === 0 ? [] : ["Memories:"]),
    ...memories.map(({ topic, title, line, excerpt }) => ` ${escapeHidden(`${topic}:${line} ${title} — ${excerpt}`)}`),
    ...notes.map((note) => escapeHidden(note)),
    ...partial.map((note) => `[${escapeHidden(note)}]`),
    ...(overflow === undefined ? [] : [showOverflow(overflow)]),
  ].join("\n");
}

function showHit({
  file,
  lines,
  score,
  kind,
  symbol,
  signature,
  doc,
  excerpt,
  body,
  copies = [],
  more_copies,
}: Hit): readonly string[] {
  const what = signature ?? [kind, symbol].filter((part) => part !== undefined).join(" ");
  const also =
    copies.length === 0
      ? ""
      : ` (same: ${copies.join(", ")}${more_copies === undefined ? "" : ` and ${more_copies} more`})`;
  return [
    escapeHidden(
      `${file}:${lines} ${score.toFixed(2)} ${what}${doc === undefined ? "" : ` — ${doc}`}${also}`.trimEnd(),
    ),
    ...(body === undefined ? (excerpt === undefined ? [] : [excerpt]) : [body]),
  ];
}

function showOverflow({ shown, total, next_offset, hint }: NonNullable<Output["overflow"]>): string {
  if (shown === 0) return `[${hint}]`;
  return `[${shown} of ${total} shown.${next_offset === undefined ? "" : ` Next: offset ${next_offset}.`} ${hint}]`;
}
