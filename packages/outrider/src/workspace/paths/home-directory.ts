import { homedir, userInfo } from "node:os";
import { isAbsolute, resolve } from "node:path";

/** The user's home, also where HOME is empty or relative: settings are never looked for in the current directory. */
export function homeDirectory(): string {
  try {
    const told = homedir();
    return isAbsolute(told) ? told : userInfo().homedir;
  } catch {
    // A user whom the system does not know, as in some containers: nowhere is better than anywhere.
    return nowhere;
  }
}

const nowhere = resolve("/nonexistent");

/** A directory from the environment, where it is a full path. */
export function directoryFrom(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
