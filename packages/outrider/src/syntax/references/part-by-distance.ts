import { isWhole, type ProjectSymbols, type ViewedFile } from "../project-symbols.ts";
import type { Doubtful } from "./follow-types.ts";
import type { Target } from "./target.ts";

/** How long to wait for a table that is being built: without it, the files that name the type are all that is known. */
const waitMs = 1_000;
/** Places in fewer files are followed in any order. */
const manyFiles = 16;
const maxRounds = 3;
/** What more words are declared with may be anything. */
const maxWords = 100;

/**
 * The places that may be of the target's type, the likeliest first, apart from the others: in files that name the type, then in files
 * that name what is declared with it, and so on. What may be read for one answer then goes to places that can be proven.
 */
export async function partByDistance(
  symbols: Pick<ProjectSymbols, "filesNaming" | "view">,
  { container, language }: Target,
  doubtful: readonly Doubtful[],
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly near: readonly Doubtful[]; readonly far: readonly Doubtful[] }> {
  const asked = new Set(doubtful.map(({ file }) => file.file));
  if (container === undefined || asked.size < manyFiles) return { near: doubtful, far: [] };
  const view = await symbols.view({ signal, waitMs });
  const rounds = isWhole(view) ? maxRounds : 0;
  const ranks = new Map<string, number>();
  const known = new Set([container.name]);
  let words: readonly string[] = [container.name];
  for (let round = 0; round <= rounds && words.length > 0; round += 1) {
    const naming = await symbols.filesNaming(words, { signal });
    for (const path of naming) if (!ranks.has(path)) ranks.set(path, round);
    const files = naming.flatMap((path) => view.file(path) ?? []).filter((file) => file.language === language);
    const declared = round === rounds ? [] : files.flatMap((file) => declaredWith(file, words));
    words = [...new Set(declared)].filter((word) => !known.has(word)).slice(0, maxWords);
    for (const word of words) known.add(word);
  }
  const ranked = doubtful.map((place) => ({ place, rank: ranks.get(place.file.file) }));
  const near = ranked.flatMap(({ place, rank }) => (rank === undefined ? [] : [{ place, rank }]));
  return {
    near: near.sort((one, other) => one.rank - other.rank).map(({ place }) => place),
    far: ranked.filter(({ rank }) => rank === undefined).map(({ place }) => place),
  };
}

/** The names by which other files get what a file declares with one of these words: of functions, values and types. */
function declaredWith({ symbols }: ViewedFile, words: readonly string[]): readonly string[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}_$])`, "u");
  return symbols.flatMap((symbol) => {
    if (!pattern.test(symbol.signature)) return [];
    const owner = symbol.parent === undefined ? undefined : symbols[symbol.parent];
    const outer = owner ?? symbol;
    return outer.exported ? [outer.name] : [];
  });
}

function escaped(word: string): string {
  return word.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`);
}
