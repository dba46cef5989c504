import type { EnvironmentInheritance, SpawnOptions } from "../tool/process-contract.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a new process: what `inherit` lets through, the caller's changes, and last our own tag. */
export function buildEnvironment(
  options: Pick<SpawnOptions, "env" | "inherit">,
  tag: Readonly<Record<string, string>>,
  source: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isInherited = inheritanceTest(options.inherit ?? "safe", platform);
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const part of [filter(source, isInherited), options.env ?? {}, tag]) {
    for (const [name, value] of Object.entries(part)) {
      const key = comparable(name, platform);
      merged.delete(key);
      if (value !== undefined) merged.set(key, [name, value]);
    }
  }
  return Object.fromEntries(merged.values());
}

// An allow-list: unlisted variables stay out, so credentials and loader hooks need no naming.
const safeNames = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TERM",
  "TZ",
  "TMPDIR",
  "TMP",
  "TEMP",
];
const safePrefixes = ["LC_", "XDG_"];

// Without these most Windows programs fail to start or to find their folders.
const windowsNames = [
  "ALLUSERSPROFILE",
  "APPDATA",
  "COMMONPROGRAMFILES",
  "COMMONPROGRAMFILES(X86)",
  "COMMONPROGRAMW6432",
  "COMPUTERNAME",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "NUMBER_OF_PROCESSORS",
  "OS",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "PROGRAMW6432",
  "PUBLIC",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "USERDOMAIN",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

function inheritanceTest(inherit: EnvironmentInheritance, platform: NodeJS.Platform): (name: string) => boolean {
  if (inherit === "all") return () => true;
  if (inherit === "none") return () => false;
  const names = new Set(platform === "win32" ? [...safeNames, ...windowsNames] : safeNames);
  return (name) => {
    const key = comparable(name, platform);
    return names.has(key) || safePrefixes.some((prefix) => key.startsWith(prefix));
  };
}

function filter(source: Environment, isInherited: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(source).filter(([name]) => isInherited(name)));
}

// Windows treats `Path` and `PATH` as the same variable.
function comparable(name: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? name.toUpperCase() : name;
}
