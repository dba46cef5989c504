/** What a caller is about to do with a path. */
export type Intent = "read" | "list" | "write";

/** Why a path may be touched at all. */
export type Area = "project" | "approved" | "library" | "temp";

/** How much of a file may be seen: all of it, its shape with the values masked, or nothing. */
export type Exposure = "open" | "masked" | "denied";

/** A path from outside that the policy has judged: the only kind of path that is ever opened. */
export interface Located {
  /** As answers show it: relative to the project's root with "/" between, absolute outside of it. */
  readonly shown: string;
  /** Absolute, links resolved. Of what is missing: the real directory it would be in, and its name. */
  readonly real: string;
  /** Where the last name of the path itself is, when `real` is elsewhere: a link, or another spelling. Moved and removed instead. */
  readonly entry?: string;
  readonly kind: "file" | "directory" | "missing";
  readonly area: Area;
  /** A secret such as `.env`: values are masked before anybody sees them. */
  readonly masked: boolean;
  readonly intent: Intent;
}
