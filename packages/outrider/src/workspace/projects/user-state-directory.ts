import { join } from "node:path";
import { directoryFrom, homeDirectory } from "../paths/inside.ts";

/** For state that belongs to the user and not to a project. */
export function userStateDirectory(): string {
  const base = process.platform === "win32" ? process.env["LOCALAPPDATA"] : process.env["XDG_STATE_HOME"];
  return join(directoryFrom(base) ?? join(homeDirectory(), ".local", "state"), "outrider");
}
