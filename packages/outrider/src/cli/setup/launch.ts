import { join } from "node:path";

/** How a client starts the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** It names a path of this machine, so that it is of no use to others. */
  readonly isLocal: boolean;
}

/** Through npx once the package is installed; by its path from a clone, which npx does not know. */
export function chooseLaunch(packageRoot: string, platform: NodeJS.Platform): Launch {
  if (!packageRoot.split(/[\\/]/).includes("node_modules")) {
    return { command: "node", args: [join(packageRoot, "bin", "outrider.js"), "serve"], isLocal: true };
  }
  const args = ["-y", "outrider", "serve"];
  // On Windows npx is a script, which programs cannot start without its shell.
  return platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", ...args], isLocal: false }
    : { command: "npx", args, isLocal: false };
}

export function withProject(launch: Launch, project: string): Launch {
  return { ...launch, args: [...launch.args, "--project", project] };
}

export function launchWords({ command, args }: Launch): readonly string[] {
  return [command, ...args];
}
