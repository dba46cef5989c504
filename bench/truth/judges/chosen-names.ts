/** For judges that are asked place by place: which names they are asked for, and what their answers mean. */
import type { Declaration } from "../model.ts";
import { createRandom } from "../random.ts";
import type { Occurrence, Target } from "./lsp-definitions.ts";

const mostNames = 150;
const mostPlaces = 300;

/** Every word outside of comments and strings. */
export function findWords(
  texts: ReadonlyMap<string, string>,
  ignored: RegExp,
): ReadonlyMap<string, readonly Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  for (const [file, text] of texts) {
    const code = text.replaceAll(ignored, (part) => part.replaceAll(/[^\n]/g, " "));
    for (const [index, line] of code.split("\n").entries()) {
      for (const match of line.matchAll(/[A-Za-z_]\w*/g)) {
        const at = [file, index + 1, match.index + 1] as const;
        const known = found.get(match[0]);
        if (known === undefined) found.set(match[0], [{ at, name: match[0] }]);
        else known.push({ at, name: match[0] });
      }
    }
  }
  return found;
}

/** Names that are judged: of every kind in turns. */
export function chooseNames(
  declarations: readonly Declaration[],
  places: ReadonlyMap<string, readonly Occurrence[]>,
  seed: number,
): readonly string[] {
  const random = createRandom(seed);
  const pools = [...new Set(declarations.map(({ kind }) => kind))]
    .filter((kind) => kind !== "local")
    .map((kind) => {
      const names = new Set(declarations.filter((each) => each.kind === kind).map(({ name }) => name));
      const fitting = [...names].filter((name) => {
        const count = places.get(name)?.length ?? 0;
        return count >= 2 && count <= mostPlaces && !name.startsWith("__");
      });
      return fitting
        .sort()
        .map((name) => ({ name, rank: random() }))
        .sort((a, b) => a.rank - b.rank);
    });
  const chosen = new Set<string>();
  for (let at = 0; chosen.size < mostNames && pools.some((pool) => at < pool.length); at += 1)
    for (const { name } of pools.flatMap((pool) => pool[at] ?? [])) chosen.add(name);
  return [...chosen];
}

/** The declaration of the name in the lines that the server points to. */
export function createIds(declarations: readonly Declaration[]): (target: Target, name: string) => string {
  const byName = new Map<string, Declaration[]>();
  for (const each of declarations) {
    const key = `${each.at[0]} ${each.name}`;
    byName.set(key, [...(byName.get(key) ?? []), each]);
  }
  return ({ file, line, column, lastLine }, name) => {
    const own = byName.get(`${file} ${name}`) ?? [];
    const exact = own.find(({ at }) => at[1] >= line && at[1] <= lastLine);
    return exact?.declare ?? `${file}:${line}:${column}`;
  };
}
