import type { Flags } from "toolwright/cli";
import { projectFlags } from "../flags.ts";

const { profile: _profile, "read-only": _readOnly, ...rest } = projectFlags;

/** Flags for the project to search and the location of its index. */
export const placeFlags: Flags = rest;
