/**
 * What a caller wants to do with a path. "approved-write" is judged like a write, but does not need the person's word again: the
 * journal takes back what was approved, and `approve_write` finds out what to ask about.
 */
export type Intent = "read" | "list" | "write" | "approved-write";

/** Why a path may be accessed at all. */
export type Area = "project" | "approved" | "library" | "temp";

/** How much of a file may be read: all of it, its structure with the values masked, or nothing. */
export type Exposure = "open" | "masked" | "denied";

/** An external path that the policy has judged: the only kind of path that is ever opened. */
export interface Located {
  /** As answers show it: relative to the project's root with forward slashes, absolute outside it. */
  readonly shown: string;
  /** Absolute, with links resolved. For a missing file: the real directory it would be in, and its name. */
  readonly real: string;
  /** The directory entry itself, if `real` is elsewhere: a link, or another spelling. This is what is moved or removed. */
  readonly entry?: string;
  readonly kind: "file" | "directory" | "missing";
  readonly area: Area;
  /** A secret such as `.env`: values are masked before they are shown. */
  readonly masked: boolean;
  readonly intent: Intent;
  /** For an approved write: why the person is asked before it, as a clause. Absent: nobody is asked. */
  readonly asks?: string;
}
