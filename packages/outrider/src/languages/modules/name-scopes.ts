import type { NameUse } from "./module-facts.ts";

/** A part of the code in which names are declared that mean nothing outside. */
export interface Scope {
  readonly parent: Scope | undefined;
  /** What is declared by `var` belongs to the function around it. */
  readonly isFunction: boolean;
  /** Code further inside does not see its names: the body of a Python class. */
  readonly isHidden: boolean;
  /** With the offset from which on it is declared; that counts in a hidden scope only. */
  readonly names: Map<string, number>;
  /** `global x`: means the top level although it is given a value here. */
  readonly outer: Set<string>;
}

export interface FoundUse extends Omit<NameUse, "isDeferred"> {
  readonly scope: Scope;
}

export function openScope(
  parent: Scope | undefined,
  kind: Partial<Pick<Scope, "isFunction" | "isHidden">> = {},
): Scope {
  return { parent, isFunction: false, isHidden: false, names: new Map(), outer: new Set(), ...kind };
}

export function functionScope(scope: Scope): Scope {
  let at = scope;
  while (!at.isFunction && at.parent !== undefined) at = at.parent;
  return at;
}

export function declare(scope: Scope, name: string, from: number): void {
  scope.names.set(name, Math.min(from, scope.names.get(name) ?? from));
}

/** Those that no scope below the top declares. */
export function outerUses(uses: readonly FoundUse[]): readonly NameUse[] {
  return uses
    .filter((use) => !isLocal(use))
    .map(({ name, start, members, isWritten, scope }) => ({
      name,
      start,
      members,
      isWritten,
      isDeferred: isInFunction(scope),
    }))
    .toSorted((one, other) => one.start - other.start);
}

function isInFunction(scope: Scope): boolean {
  for (let at: Scope | undefined = scope; at?.parent !== undefined; at = at.parent)
    if (at.isFunction && !at.isHidden) return true;
  return false;
}

function isLocal({ name, scope, start }: FoundUse): boolean {
  for (let at: Scope | undefined = scope; at?.parent !== undefined; at = at.parent) {
    if (at.outer.has(name)) return false;
    const from = at.names.get(name);
    if (from !== undefined && (!at.isHidden || (at === scope && from <= start))) return true;
  }
  return false;
}
