// Bundles each entry (Markdown becomes text, the tokenizer a chunk that loads on demand) and emits the types.
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const entries = ["index", "process/index", "spill/index", "mcp/index", "cli/index", "testing/index"];

rmSync(join(here, "dist"), { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: entries.map((entry) => `src/${entry}.ts`),
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["zod", "esbuild", "vitest"],
  loader: { ".md": "text" },
  legalComments: "inline",
  logLevel: "warning",
});

const require = createRequire(import.meta.url);
// The tokenizer is the only code of others inside the bundle; its licence travels with it.
const tokenizer = dirname(require.resolve("gpt-tokenizer/package.json"));
copyFileSync(join(tokenizer, "LICENSE"), join(here, "dist", "LICENSE-gpt-tokenizer.txt"));
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
execFileSync(process.execPath, [tsc, "-p", join(here, "tsconfig.build.json")], { stdio: "inherit" });
