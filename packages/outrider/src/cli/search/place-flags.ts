import type { Flags } from "toolwright/cli";
import { projectFlags } from "../flags.ts";

const { profile: _profile, "read-only": _readOnly, ...rest } = projectFlags;

/** Which project is searched, and where its index is. */
export const placeFlags: Flags = rest;
