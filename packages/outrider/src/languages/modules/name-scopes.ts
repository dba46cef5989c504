import type { NameUse } from "./module-facts.ts";

/** A part of the code whose declared names are not visible outside. */
export interface Scope {
  readonly parent: Scope | undefined;
  /** `var` declarations belong to the enclosing function. */
  readonly isFunction: boolean;
  /** Nested code does not see its names: the body of a Python class. */
  readonly isHidden: boolean;
  /** Names with the offset from which they are declared; the offset matters only in a hidden scope. */
  readonly names: Map<string, number>;
  /** `global x`: refers to the top level although it is assigned here. */
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

/** Uses of names that no scope below the top level declares. */
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
