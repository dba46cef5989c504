import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Working directories beside the small project that the audit makes itself. */
export type DirectoryName = "git" | "typescript" | "memory";

const ships = `export interface Ship { name: string; berth: number }
export const ships: Ship[] = [{ name: "Aurora", berth: 3 }, { name: "Borealis", berth: 7 }];
export function findShip(name: string): Ship | undefined {
  return ships.find((ship) => ship.name === name);
}
`;
const entry = `import { findShip } from "./ships.js";

export function main(name: string): string {
  const ship = findShip(name);
  return ship === undefined ? "unknown" : \`\${ship.name} at berth \${ship.berth}\`;
}
`;
const compilerOptions = { module: "nodenext", strict: true, target: "es2022", outDir: "dist" };
const memory = `{"type":"entity","name":"Aurora","entityType":"ship","observations":["sails on Monday"]}\n`;

/** Makes a directory afresh. `bin` is where the programs of the server are, for its settings. */
export function makeDirectory(name: DirectoryName, base: string, bin: string): string {
  const directory = join(base, name);
  rmSync(directory, { recursive: true, force: true });
  for (const [path, text] of Object.entries(filesOf(name, bin))) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  if (name === "git") commitAll(directory);
  return directory;
}

function filesOf(name: DirectoryName, bin: string): Readonly<Record<string, string>> {
  const readme = "# Harbour\n\nA sample project. It keeps a list of ships and their berths.\n";
  if (name === "memory") return { "memory.jsonl": memory };
  if (name === "git") return { "README.md": readme, "src/ships.ts": ships };
  const command = [join(bin, "typescript-language-server"), "--stdio"];
  return {
    "README.md": readme,
    "package.json": JSON.stringify({ name: "harbour", version: "1.0.0", type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
    "src/ships.ts": ships,
    "src/index.ts": entry,
    "cclsp.json": JSON.stringify({ servers: [{ extensions: ["ts"], command, rootDir: "." }] }),
  };
}

function commitAll(directory: string): void {
  const person = ["-c", "user.name=Harbour", "-c", "user.email=harbour@example.com"];
  const date = "2026-01-02T03:04:05Z";
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    [...person, "commit", "-qm", "Ships and their berths"],
  ]) {
    execFileSync("git", args, { cwd: directory, env });
  }
}
