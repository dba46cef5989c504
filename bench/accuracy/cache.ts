/** Real code and tools from public registries, kept between runs in one folder outside of the repository. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

export const cacheFolder = join(tmpdir(), "outrider-accuracy");

/** Makes `name` in the cache once; a half-made one from a stopped run is never taken for whole. */
export async function cached(name: string, fill: (folder: string) => void | Promise<void>): Promise<string> {
  const folder = join(cacheFolder, name);
  if (existsSync(folder)) return folder;
  const half = `${folder}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  await fill(half);
  renameSync(half, folder);
  return folder;
}

/** A published crate; many carry the C or C++ they bind to. */
export function crate(name: string, version: string): Promise<string> {
  return cached(`crate-${name}-${version}`, async (folder) => {
    await unpack(`https://static.crates.io/crates/${name}/${name}-${version}.crate`, folder);
  });
}

/** The sources of a Java library, from Maven Central. */
export function mavenSources(group: string, artifact: string, version: string): Promise<string> {
  const path = `${group.replaceAll(".", "/")}/${artifact}/${version}/${artifact}-${version}-sources.jar`;
  return cached(`maven-${artifact}-${version}`, async (folder) => {
    await download(`https://repo.maven.apache.org/maven2/${path}`, join(folder, "sources.jar"));
    run("jar", ["xf", "sources.jar"], folder);
  });
}

/** An npm package with what it needs, with no script of its own run. */
export function npmPackage(name: string, version: string): Promise<string> {
  return cached(`npm-${name.replaceAll("/", "-")}-${version}`, (folder) => {
    run("npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`]);
  });
}

const wheel = ["--only-binary", ":all:"];
export const sourceArchive = ["--no-binary", ":all:"];

/** A wheel from PyPI, or what `form` tells pip to choose. */
export function pythonPackage(name: string, version: string, form: readonly string[] = wheel): Promise<string> {
  return cached(`pypi-${name}-${version}`, (folder) => {
    run("python3", ["-m", "pip", "download", "--quiet", "--no-deps", ...form, "-d", folder, `${name}==${version}`]);
    const [archive = ""] = readdirSync(folder);
    if (archive.endsWith(".whl")) run("python3", ["-m", "zipfile", "-e", archive, "."], folder);
    else run("tar", ["xf", archive], folder);
  });
}

/** The files of a Debian package, not installed; whatever version the machine's sources have. */
export function debianPackage(name: string): Promise<string> {
  return cached(`debian-${name}`, (folder) => {
    // Without this, apt's unprivileged downloader complains about a folder it may not write to.
    run("apt-get", ["-o", "APT::Sandbox::User=root", "download", name], folder);
    const [archive = ""] = readdirSync(folder);
    run("dpkg-deb", ["-x", archive, "."], folder);
  });
}

/** Files below `folder` with one of the endings, in a fixed order, none of them huge. */
export function listFiles(folder: string, endings: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < 500_000)
    .toSorted();
}

/** At most `count` of them, spread evenly. */
export function spread(paths: readonly string[], count: number): readonly string[] {
  if (paths.length <= count) return paths;
  return Array.from({ length: count }, (_, index) => paths[Math.floor((index * paths.length) / count)] ?? "");
}

/** Where a program is: in the given places first, then on the PATH. */
export function findProgram(name: string, places: readonly string[] = []): string | undefined {
  const folders = [...places, ...(process.env["PATH"] ?? "").split(process.platform === "win32" ? ";" : ":")];
  return folders.map((folder) => `${folder}${sep}${name}`).find((path) => existsSync(path));
}

/** Runs a program to its end and gives its output. */
export function run(
  command: string,
  args: readonly string[],
  cwd?: string,
  env?: Readonly<Record<string, string>>,
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    shell: process.platform === "win32" && command === "npm",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  throw new Error(`"${command} ${args.join(" ")}" failed: ${error?.message ?? `${stdout}${stderr}`.slice(-600)}`);
}

async function unpack(url: string, folder: string): Promise<void> {
  await download(url, join(folder, "archive.tar.gz"));
  run("tar", ["xf", "archive.tar.gz", "--strip-components=1"], folder);
  rmSync(join(folder, "archive.tar.gz"));
}

async function download(url: string, path: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
}
