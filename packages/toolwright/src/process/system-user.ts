import { userInfo } from "node:os";

/** The principal of everything that this process does by itself: the operating-system user that runs it. */
export function systemPrincipal(): string {
  try {
    return `user:${userInfo().username}`;
  } catch {
    // In some containers the system knows the number of the user and no name.
    return `user:${process.getuid?.() ?? "unknown"}`;
  }
}
