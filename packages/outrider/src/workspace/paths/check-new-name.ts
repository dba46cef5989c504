import { userInfo } from "node:os";
import { ToolError } from "toolwright";
import { showPath } from "./check-path.ts";
import type { Located } from "./located.ts";

/** What a path of a library begins with. */
export const libraryPrefixes = ["library:", "lib:"] as const;

/**
 * Rejects the name of a new file or directory that means something else elsewhere: no shell expands it here, so it would
 * become a file with an odd name in the project. What exists has its name already.
 */
export function checkNewName(
  given: string,
  { kind }: Pick<Located, "kind">,
  platform: NodeJS.Platform = process.platform,
): void {
  if (kind !== "missing") return;
  const found = misleading(platform).find(({ begins }) => begins.test(given));
  if (found === undefined) return;
  throw new ToolError(
    "misleading_name",
    `${showPath(given)} ${found.why}; nothing was changed. Give a path relative to the project's root, or a full path. ${showPath(`./${given}`)} would mean exactly this name.`,
  );
}

interface Misleading {
  readonly begins: RegExp;
  readonly why: string;
}

function misleading(platform: NodeJS.Platform): readonly Misleading[] {
  return platform === "win32" ? [...everywhere(), ...home()] : [...everywhere(), ...home(), windowsPath];
}

function everywhere(): readonly Misleading[] {
  return [
    { begins: /^(?:[a-z][a-z\d+.-]*:\/\/|file:\/)/i, why: "is an address, and files are named by paths" },
    {
      begins: new RegExp(`^(?:${libraryPrefixes.join("|")})`, "i"),
      why: "is a path of a library, and libraries are only read",
    },
    { begins: /^@(?:out|cmd)_/, why: "is a handle, and handles are only read" },
    // Routes of some frameworks are called `$id`, in lower case.
    {
      begins: /^(?:\$[A-Z_][A-Z\d_]*|\$\{\w+\}|\$env:\w+|%\w+%)(?:[\\/]|$)/,
      why: "begins with a variable, and variables are not replaced here",
    },
    { begins: /^\$\(|^`/, why: "begins with a command, and commands are not run here" },
  ];
}

/** Another user's home counts for root and this user: `~backup/x` may well be a directory of the project. */
function home(): readonly Misleading[] {
  const users = ["root", userName()]
    .filter((name) => name !== "")
    .map((name) => name.replaceAll(/[.+*?^${}()|[\]\\]/g, String.raw`\$&`));
  return [
    {
      begins: new RegExp(`^~(?:${users.join("|")})?(?:[\\\\/]|$)`),
      why: 'begins with "~", which does not stand for a home directory here',
    },
  ];
}

const windowsPath: Misleading = {
  begins: /^(?:[a-z]:[\\/]|\\\\|\.{1,2}\\)/i,
  why: "is a path of Windows, and this system is not",
};

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user unknown to the system, as in some containers.
    return "";
  }
}
