import { join } from "node:path";
import { directoryFrom, homeDirectory } from "../paths/inside.ts";

/** The user's own settings: under XDG_CONFIG_HOME or APPDATA, else in the home directory. */
export function userConfigFile(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = process.platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  return join(directoryFrom(base) ?? join(homeDirectory(), ".config"), "outrider", "config.toml");
}
