import { existsSync } from "node:fs";
import { join, win32 } from "node:path";

/** The shell that runs command lines. */
export interface ShellProgram {
  readonly file: string;
  /** The arguments that make it run a command line. */
  args(command: string): readonly string[];
  /** Its language is the one that the inspector understands. */
  readonly isPosix: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** bash if there is one, including that of Git for Windows; otherwise the system's shell. */
export function findShellProgram(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
  exists: (path: string) => boolean = existsSync,
): ShellProgram {
  const bash = (platform === "win32" ? windowsBashes(environment) : posixBashes).find(exists);
  // After "--", a command that starts with a dash is not an option.
  if (bash !== undefined) return { file: bash, args: (command) => ["-c", "--", command], isPosix: true };
  if (platform !== "win32") return { file: "/bin/sh", args: (command) => ["-c", "--", command], isPosix: true };
  const args = (command: string): readonly string[] => [
    "-NoLogo",
    "-NoProfile",
    "-NonInteractive",
    "-Command",
    command,
  ];
  // By its full path: Windows would look for the name in the working directory first.
  const system = environment["SystemRoot"] ?? environment["SYSTEMROOT"] ?? "C:\\Windows";
  return { file: win32.join(system, "System32", "WindowsPowerShell", "v1.0", "powershell.exe"), args, isPosix: false };
}

const posixBashes = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/run/current-system/sw/bin/bash"];

// Not simply the first in PATH: that may be the one of the Linux subsystem, which uses different paths.
function windowsBashes(environment: Environment): readonly string[] {
  const roots = [environment["ProgramFiles"], environment["ProgramW6432"], environment["LOCALAPPDATA"]];
  return roots.flatMap((root) =>
    root === undefined ? [] : [join(root, "Git", "bin", "bash.exe"), join(root, "Programs", "Git", "bin", "bash.exe")],
  );
}
