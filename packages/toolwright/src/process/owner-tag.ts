import { randomUUID } from "node:crypto";

/** The variable by which a process that left its group is still recognised as ours. */
export const ownerVariable = "TOOLWRIGHT_OWNER";

/** Names a scope of this host, and each process in it, so that a sweep can find all or one. */
export interface ScopeTag {
  /** In the environment of every process of the scope, and of no other. */
  readonly marker: string;
  next(): ProcessTag;
}

export interface ProcessTag {
  /** In the environment of this process and its descendants, and of no other. */
  readonly marker: string;
  /** The value of the environment variable. */
  readonly value: string;
}

export function createScopeTag(hostMarker: string): ScopeTag {
  const marker = `${hostMarker}${randomUUID()}/`;
  let count = 0;
  return {
    marker,
    next() {
      count += 1;
      const own = `${marker}${count};`;
      // A host inside a host keeps the outer tag in front, or the outer one could no longer find the inner tree.
      return { marker: own, value: `${process.env[ownerVariable] ?? ""}${own}` };
    },
  };
}

export function createHostMarker(): string {
  return `${randomUUID()}/`;
}
