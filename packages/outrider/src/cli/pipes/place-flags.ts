import type { Flags } from "toolwright/cli";
import { projectFlags } from "../flags.ts";

const { profile: _profile, "read-only": _readOnly, ...projectPlaceFlags } = projectFlags;
/** Which project, and whether its resident process is asked. */
export const placeFlags = {
  ...projectPlaceFlags,
  alone: { type: "boolean", summary: "Not through the resident process of the project" },
} as const satisfies Flags;
