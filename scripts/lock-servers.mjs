// Makes the lock files of all language servers that `outrider languages install` fetches from npm. Run it after a version in a
// `ServerSpec` has changed; with names of packages it makes only theirs:
//   node scripts/lock-servers.mjs pyright
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const outrider = join(dirname(fileURLToPath(import.meta.url)), "..", "packages", "outrider");
const folder = join(outrider, "src", "lsp", "programs", "server-locks");
// npm needs these to lay out the packages and to leave out those for other platforms. Addresses are not kept: they follow from
// the registry of the person who installs.
const kept = [
  "name",
  "version",
  "integrity",
  "dependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "bundleDependencies",
  "inBundle",
  "optional",
  "peer",
  "os",
  "cpu",
  "libc",
];

const programs = new Map((await readPrograms()).map((npm) => [npm.package, npm]));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...programs.keys()];
mkdirSync(folder, { recursive: true });
for (const name of wanted) {
  const npm = programs.get(name);
  if (npm === undefined)
    throw new Error(`No server comes from ${name}; choose from ${[...programs.keys()].join(", ")}.`);
  const packages = lock(npm);
  for (const [each, integrity] of Object.entries(npm.integrity)) {
    const found = packages[`node_modules/${each}`]?.integrity;
    if (found !== integrity) throw new Error(`${each}: the server spec has ${integrity}, the registry has ${found}.`);
  }
  const file = join(folder, `${name.replace("/", "+")}.json`);
  writeFileSync(file, `${JSON.stringify({ lockfileVersion: 3, requires: true, packages }, undefined, 1)}\n`);
  console.log(`${name}@${npm.version}: ${Object.keys(packages).length - 1} packages`);
}

function lock(npm) {
  const directory = mkdtempSync(join(tmpdir(), "lock-servers-"));
  try {
    const dependencies = { [npm.package]: npm.version, ...npm.beside };
    writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, dependencies }));
    const flags = ["--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", ...flags], { cwd: directory, shell: process.platform === "win32" });
    const { packages } = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"));
    const rows = Object.entries(packages).map(([path, entry]) => [
      path,
      path === "" ? { dependencies } : slim(path, entry),
    ]);
    return Object.fromEntries(rows);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function slim(path, entry) {
  if (!entry.inBundle && !entry.integrity?.startsWith("sha512-")) throw new Error(`${path} has no checksum.`);
  return Object.fromEntries(kept.filter((key) => key in entry).map((key) => [key, entry[key]]));
}

/** The specs are TypeScript, which Node 20 does not read. */
async function readPrograms() {
  const outfile = join(outrider, `.servers-${process.pid}.mjs`);
  try {
    await build({
      absWorkingDir: outrider,
      entryPoints: ["src/languages/servers.ts"],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      mainFields: ["module", "main"],
      external: ["@vscode/ripgrep", "web-tree-sitter"],
      loader: { ".md": "text" },
      banner: {
        js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
      },
      logLevel: "warning",
    });
    const { serverSpecs } = await import(pathToFileURL(outfile).href);
    return serverSpecs.flatMap(({ program }) => program.npm ?? []);
  } finally {
    rmSync(outfile, { force: true });
  }
}
