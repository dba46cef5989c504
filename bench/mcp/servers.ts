/** Who is measured. One entry a server; bundles are made beside the running script, whose folder is removed at the end. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Era, PipeClient } from "./pipe-client.ts";

interface Server {
  readonly name: string;
  readonly source: string;
  readonly eras: readonly Era[];
  readonly bundled?: boolean;
  readonly ours?: boolean;
}

/** A server spoken to in one era. */
export interface Contender {
  readonly name: string;
  readonly script: string;
  readonly era: Era;
  readonly ours: boolean;
}

export const reference = "SDK v2 2.4.0";
/** The reference once more: how far its ratio is from 1 says how far the others' can be trusted. */
export const control = `${reference}, again`;
export const sleeper = "fastmcp 4.20.16";

const servers: readonly Server[] = [
  { name: "raw node", source: "raw.mjs", eras: ["legacy"] },
  { name: reference, source: "sdk-v2.mjs", eras: ["legacy", "modern"] },
  { name: control, source: "sdk-v2.mjs", eras: ["legacy"] },
  { name: `${reference}, bundle`, source: "sdk-v2.mjs", eras: ["legacy", "modern"], bundled: true },
  { name: "SDK v1 1.32.2", source: "sdk-v1.mjs", eras: ["legacy"] },
  { name: sleeper, source: "fastmcp.mjs", eras: ["legacy"] },
  { name: "toolwright", source: "toolwright.mjs", eras: ["legacy", "modern"], ours: true },
  { name: "toolwright, bundle", source: "toolwright.mjs", eras: ["legacy", "modern"], ours: true, bundled: true },
];

// run.mjs puts the bundle of this script into a folder of its own under bench/.
const runFolder = dirname(fileURLToPath(import.meta.url));
const bench = resolve(runFolder, "..");
const root = resolve(bench, "..");

/** All contenders, each proven to start, to answer and to refuse wrong input. */
export async function prepare(only: RegExp): Promise<readonly Contender[]> {
  const contenders: Contender[] = [];
  for (const { name, source, eras, bundled = false, ours = false } of servers) {
    if (!only.test(name) && name !== reference && name !== control) continue;
    if (ours && !existsSync(join(root, "packages/toolwright/dist/mcp/index.js"))) {
      console.log(
        `!!! SKIPPED: ${name}. There is no packages/toolwright/dist/mcp/index.js; run "npm run build" first.\n`,
      );
      continue;
    }
    const unbundled = ours ? stageOurs(source) : join(bench, "mcp", source);
    const bundle = bundled ? await makeBundle(name, unbundled) : undefined;
    const script = bundle?.script ?? unbundled;
    for (const era of eras) {
      await prove(name, script, era);
      contenders.push({ name, script, era, ours });
    }
    if (bundle !== undefined) await proveLazy(name, bundle, eras);
  }
  return contenders;
}

/** Beside the product's own packages, as after an install: from bench/ it would load a second copy of zod. */
function stageOurs(source: string): string {
  const folder = join(runFolder, "ours");
  const script = join(folder, source);
  if (existsSync(script)) return script;
  const require = createRequire(join(root, "packages/toolwright/package.json"));
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(root, "packages/toolwright"), join(folder, "node_modules/toolwright"), "junction");
  const zod = dirname(require.resolve("zod/package.json"));
  symlinkSync(realpathSync(zod), join(folder, "node_modules/zod"), "junction");
  copyFileSync(join(bench, "mcp", source), script);
  return script;
}

interface Bundle {
  readonly script: string;
  /** Files that only a dynamic import asks for. */
  readonly lazy: readonly string[];
}

/** Minified, everything inlined; what is imported dynamically stays a file of its own, as any bundler would do it. */
async function makeBundle(name: string, source: string): Promise<Bundle> {
  const outdir = join(runFolder, name.replaceAll(/\W+/g, "-"));
  const { metafile } = await build({
    absWorkingDir: runFolder,
    entryPoints: { server: source },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Packages in CommonJS ask for Node's own modules through require.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    metafile: true,
    logLevel: "error",
  });
  const entry = Object.keys(metafile.outputs).find((path) => path.endsWith("server.mjs"));
  if (entry === undefined) throw new Error(`${name}: esbuild wrote no server.mjs`);
  const needed = new Set([entry]);
  for (const path of needed)
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement" && external !== true) needed.add(next);
  const lazy = Object.keys(metafile.outputs).filter((path) => !needed.has(path));
  const size = (paths: Iterable<string>): string =>
    `${Math.round([...paths].reduce((sum, path) => sum + (metafile.outputs[path]?.bytes ?? 0), 0) / 1024)} KB`;
  console.log(`${name}: ${needed.size} file(s), ${size(needed)} at start; ${lazy.length} lazy, ${size(lazy)}`);
  return { script: join(runFolder, entry), lazy: lazy.map((path) => join(runFolder, path)) };
}

async function prove(name: string, script: string, era: Era): Promise<void> {
  const client = new PipeClient(script, era);
  try {
    await client.start();
    await client.echo();
    await client.expectRefusal({ text: {} });
    await client.expectRefusal({ text: "a", more: "b" });
  } catch (cause) {
    throw new Error(`${name}, ${era}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await client.end();
  }
}

/** Starts the bundle with tripwires in place of its lazy files: neither the start nor a small call may load one. */
async function proveLazy(name: string, { script, lazy }: Bundle, eras: readonly Era[]): Promise<void> {
  const contents = lazy.map((path) => readFileSync(path));
  for (const path of lazy)
    writeFileSync(path, 'console.error("a lazy file was loaded: " + import.meta.url);process.exit(3);');
  for (const era of eras) await prove(`${name}, lazy files replaced by tripwires`, script, era);
  lazy.forEach((path, index) => writeFileSync(path, contents[index] ?? ""));
}
