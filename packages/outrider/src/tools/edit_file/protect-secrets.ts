import { findSecrets } from "../../workspace/secrets/find-secrets.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";

/** The matches that leave all secrets of the text alone, and the lines of those that would cut a secret or take it along. */
export function protectSecrets(
  text: string,
  matches: readonly Replacement[],
): { readonly matches: readonly Replacement[]; readonly lines: readonly number[] } {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return { matches, lines: [] };
  const kept: Replacement[] = [];
  const lines = new Set<number>();
  let [index, counted, line] = [0, 0, 1];
  // Both are in order.
  for (const match of matches) {
    while ((secrets[index]?.end ?? text.length + 1) < match.start) index += 1;
    const secret = secrets[index];
    if (secret === undefined || secret.start > match.end) {
      kept.push(match);
      continue;
    }
    for (const _end of text.slice(counted, match.start).matchAll(/\r\n?|\n/g)) line += 1;
    counted = match.start;
    lines.add(line);
  }
  return { matches: kept, lines: [...lines] };
}
