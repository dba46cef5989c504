import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import type { Target } from "../../syntax/references/target.ts";
import { findTestSymbols } from "../test-files.ts";
import { openUsers, type UnknownUsers, type User, type Users, type UsersOptions } from "./find-users.ts";

/** Code that uses a changed symbol, directly or through others; likely if on every way there something rests on a name alone. */
export interface Dependent extends User {
  readonly level: number;
}

export interface Reach {
  readonly dependents: readonly Dependent[];
  readonly tests: readonly Dependent[];
  /** Why there may be more than was found. */
  readonly open: readonly OpenReason[];
}

/** "many", "slow", "deep": not followed further. */
export type OpenReason = "many" | "slow" | "deep" | UnknownUsers;

export interface DependentsOptions extends UsersOptions {
  /** Levels of dependents; tests are looked for at least `testLevels` deep. */
  readonly depth: number;
  readonly hasTime: () => boolean;
}

const testLevels = 4;
/** More of one level are not followed. */
const maxFollowed = 40;

/** Who depends on symbols and which tests reach them. */
export function openDependents({ depth, hasTime, ...options }: DependentsOptions) {
  const { usersOf, placesOf } = openUsers(options);
  return { reach, placesOf };

  async function reach(target: Target): Promise<Reach> {
    const start = nodeOf(target);
    const seen = new Map<string, Dependent>();
    const tests = new Map<string, Dependent>();
    const open = new Set<OpenReason>();
    const levels = Math.max(depth, testLevels);
    let frontier: readonly Dependent[] = [{ node: start, level: 0, line: 0, isLikely: false }];
    for (let level = 1; level <= levels && frontier.length > 0; level += 1) {
      options.signal.throwIfAborted();
      // The first level is always read, since without it nothing is known.
      if (level > 1 && !hasTime()) {
        open.add("slow");
        break;
      }
      const followed = frontier.slice(0, maxFollowed);
      if (followed.length < frontier.length) open.add("many");
      const read = await Promise.all(followed.map(async (from) => [from, await usersOf(from.node)] as const));
      // Farther out, ways without the name are followed as likely ones.
      for (const reason of read.flatMap(([, users]) => users.open))
        if (reason !== "implied" || level === 1) open.add(reason);
      const found = nextLevel(read, (id) => id === start.id || seen.has(id));
      for (const each of found) seen.set(each.node.id, each);
      const inTests = await findTestSymbols(
        found.map(({ node }) => node),
        options,
      );
      for (const each of found) if (inTests.has(each.node)) tests.set(each.node.id, each);
      frontier = found.filter(({ node }) => leadsFurther(node, inTests)).toSorted(sureFirst);
      if (level === levels && frontier.length > 0) open.add("deep");
    }
    const dependents = [...seen.values()].filter(({ node, level }) => level <= depth && !tests.has(node.id));
    return { dependents, tests: wholeTests(tests), open: [...open] };
  }
}

/** Each user once; one that is sure on any way is sure. */
function nextLevel(
  read: readonly (readonly [Dependent, Users])[],
  isKnown: (id: string) => boolean,
): readonly Dependent[] {
  const next = new Map<string, Dependent>();
  for (const [from, { users }] of read) {
    for (const user of users) {
      if (isKnown(user.node.id)) continue;
      const found = { ...user, level: from.level + 1, isLikely: user.isLikely || from.isLikely };
      const known = next.get(user.node.id);
      if (known === undefined || (known.isLikely && !found.isLikely)) next.set(user.node.id, found);
    }
  }
  return [...next.values()];
}

/** A test is the end of a way, and code at the top of a file has no name. */
function leadsFurther(node: GraphNode, inTests: ReadonlySet<GraphNode>): boolean {
  return node.symbol.name !== "" && !(inTests.has(node) && node.symbol.test);
}

function sureFirst(a: Dependent, b: Dependent): number {
  return Number(a.isLikely) - Number(b.isLikely);
}

/** Helpers of tests count only where no test is known. */
function wholeTests(tests: ReadonlyMap<string, Dependent>): readonly Dependent[] {
  const all = [...tests.values()];
  const whole = all.filter(({ node }) => node.symbol.test);
  return whole.length > 0 ? whole : all;
}
