import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** The user's home, also where HOME is empty or relative: settings are never looked for in the current directory. */
export function homeDirectory(): string {
  const told = homedir();
  return isAbsolute(told) ? told : userInfo().homedir;
}

/** A directory from the environment, where it is a full path. */
export function directoryFrom(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
