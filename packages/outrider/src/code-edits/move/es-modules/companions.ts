import { ToolError } from "toolwright";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { ModuleFile } from "../module-files.ts";

/** What becomes of the private declarations of a file that moved code uses. */
export interface Companions {
  /** They move, too. */
  readonly along: ReadonlySet<string>;
  /** Those of them that the old file still uses, so that it imports them. */
  readonly shared: ReadonlySet<string>;
  /** They stay, as more than the moved code uses them, and have to be exported. */
  readonly opened: ReadonlySet<string>;
}

export interface CompanionQuestion {
  readonly old: ModuleFile;
  /** Names of the declarations to be moved. */
  readonly asked: readonly string[];
  /** Others can import it by its name. */
  readonly isExported: (name: string) => boolean;
}

/**
 * What only the moved code uses goes along. What the rest of the file uses, too, stays and is exported, unless the rest needs the
 * moved code: then it goes along as well, since the two files would import each other otherwise.
 */
export function findCompanions(question: CompanionQuestion): Companions {
  const { asked } = question;
  const { homesOf, usersOf, needsOf } = readUses(question);
  const reached = new Set(asked);
  for (const name of reached) for (const each of needsOf(name)) reached.add(each);
  const isUsedOutside = (name: string, moved: ReadonlySet<string>): boolean => {
    const inside = homesOf(moved);
    return [...usersOf(name)].some((statement) => !inside.has(statement));
  };
  const alone = new Set(reached);
  for (let size = -1; size !== alone.size;) {
    size = alone.size;
    for (const name of alone) if (!asked.includes(name) && isUsedOutside(name, alone)) alone.delete(name);
  }
  const isStillUsed = asked.some((name) => isUsedOutside(name, alone));
  const moved = isStillUsed ? reached : alone;
  const along = new Set([...moved].filter((name) => !asked.includes(name)));
  const opened = new Set([...moved].flatMap(needsOf).filter((name) => !moved.has(name)));
  const shared = new Set([...along].filter((name) => isUsedOutside(name, moved)));
  refuseSet(question, { shared, opened, inside: homesOf(moved) });
  return { along, shared, opened };
}

interface Uses {
  /** The statements that declare these names. */
  readonly homesOf: (names: Iterable<string>) => ReadonlySet<number>;
  /** The statements that use a name. */
  readonly usersOf: (name: string) => ReadonlySet<number>;
  /** The private names that a declaration uses, and those that are declared with it. */
  readonly needsOf: (name: string) => readonly string[];
}

function readUses({ old: { facts }, isExported }: CompanionQuestion): Uses {
  const homes = new Map<string, Set<number>>();
  const users = new Map<string, Set<number>>();
  for (const { name, start } of facts.declared) add(homes, name, statementAt(facts, start));
  for (const { name, start } of facts.uses) add(users, name, statementAt(facts, start));
  const isPrivate = (name: string): boolean => homes.has(name) && !isExported(name);
  const homesOf = (names: Iterable<string>): ReadonlySet<number> =>
    new Set([...names].flatMap((name) => [...(homes.get(name) ?? [])]));
  return {
    homesOf,
    usersOf: (name) => users.get(name) ?? new Set(),
    needsOf(name) {
      const own = homesOf([name]);
      const isNear = (each: string): boolean => [...own].some((statement) => homes.get(each)?.has(statement) === true);
      const isUsed = (each: string): boolean => [...own].some((statement) => users.get(each)?.has(statement) === true);
      return [...homes.keys()].filter((each) => each !== name && isPrivate(each) && (isNear(each) || isUsed(each)));
    },
  };
}

function add(map: Map<string, Set<number>>, name: string, statement: number): void {
  map.set(name, (map.get(name) ?? new Set()).add(statement));
}

/** -1 outside of all. */
function statementAt({ statements }: ModuleFile["facts"], offset: number): number {
  return statements.findIndex(({ start, end }) => start <= offset && offset < end);
}

/** An import cannot be given a new value. */
function refuseSet(
  { old: { file, facts }, asked }: CompanionQuestion,
  { shared, opened, inside }: Pick<Companions, "shared" | "opened"> & { readonly inside: ReadonlySet<number> },
): void {
  const isInside = (offset: number): boolean => inside.has(statementAt(facts, offset));
  const found = facts.uses.find(
    ({ name, start, isWritten }) =>
      isWritten && ((shared.has(name) && !isInside(start)) || (opened.has(name) && isInside(start))),
  );
  if (found === undefined) return;
  throw new ToolError(
    "uses_private",
    `${asked.join(", ")} was not moved: it uses ${found.name}, which ${showPath(file.path)} uses as well, and which is given new values; an import cannot be given one. Change ${found.name} by a function first.`,
  );
}
