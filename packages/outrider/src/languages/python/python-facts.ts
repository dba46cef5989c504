import { join } from "node:path";
import type { ServerFacts } from "../server-spec.ts";

export const pythonRoots = ["pyrightconfig.json", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"];

/**
 * Settings for Pyright and its forks. The project's interpreter is a program from the repository: its packages are read
 * from disk, and it is started only in a project that the user trusts.
 */
export function pythonAnalysis(facts: ServerFacts): Record<string, unknown> {
  const found = environmentOf(facts);
  return {
    ...(found !== undefined && facts.trusted ? { pythonPath: found.interpreter } : {}),
    analysis: {
      autoSearchPaths: true,
      useLibraryCodeForTypes: true,
      diagnosticMode: "openFilesOnly",
      indexing: true,
      ...(found?.packages === undefined ? {} : { extraPaths: [found.packages] }),
    },
  };
}

interface Environment {
  readonly interpreter: string;
  readonly packages: string | undefined;
}

function environmentOf({ root, read }: ServerFacts): Environment | undefined {
  for (const name of [".venv", "venv"]) {
    const text = read(`${name}/pyvenv.cfg`);
    if (text === undefined) continue;
    const base = join(root, name);
    if (process.platform === "win32") {
      return { interpreter: join(base, "Scripts", "python.exe"), packages: join(base, "Lib", "site-packages") };
    }
    const version = /^version(?:_info)?\s*=\s*(\d+\.\d+)/m.exec(text)?.[1];
    const packages = version === undefined ? undefined : join(base, "lib", `python${version}`, "site-packages");
    return { interpreter: join(base, "bin", "python"), packages };
  }
  return undefined;
}
