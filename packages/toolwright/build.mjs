// Bundles each entry (Markdown becomes text, the tokenizer a chunk that loads on demand) and emits the types.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildBeside, dropUnusedChunks, findPackage } from "./build-parts.mjs";
import { buildScriptWorker } from "./build-script-worker.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const entries = [
  "index",
  "process/index",
  "spill/index",
  "mcp/index",
  "cli/index",
  "chat/index",
  "script/index",
  "agent/index",
  "thread-files/index",
  "resident/index",
  "thread-postgres/index",
  "local-model/index",
  "telemetry/index",
  "adapters/index",
  "audit/index",
  "testing/index",
  "program/run-toolwright",
];

/** The SDK's server loads a JSON Schema validator that Toolwright has no use for. */
const withoutAjv = {
  name: "without-ajv",
  setup({ onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(here, "src/mcp/sdk-shims.ts"),
    }));
  },
};

await buildBeside(join(here, "dist"), async (dist) => {
  await build({
    absWorkingDir: here,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outdir: dist,
    outbase: "src",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["zod", "esbuild", "vitest"],
    plugins: [withoutAjv],
    loader: { ".md": "text" },
    legalComments: "inline",
    logLevel: "warning",
  });

  // Those who bundle ours would be warned of each.
  for (const file of readdirSync(dist, { recursive: true })) {
    if (file.endsWith(".js")) dropUnusedChunks(join(dist, file));
  }

  await buildScriptWorker(join(dist, "script"));

  // Code of others inside the bundle: each licence travels with it.
  for (const name of [
    "gpt-tokenizer",
    "@modelcontextprotocol/server",
    "@modelcontextprotocol/client",
    "eventsource-parser",
    "jose",
    "pkce-challenge",
    "get-east-asian-width",
    "quickjs-emscripten-core",
    "@jitl/quickjs-wasmfile-release-sync",
  ]) {
    const licence = join(dist, `LICENSE-${name.replace("@", "").replace("/", "-")}.txt`);
    const file = readdirSync(findPackage(name, import.meta.url)).find((each) => /^licen[cs]e/i.test(each));
    copyFileSync(join(findPackage(name, import.meta.url), file), licence);
  }
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-p", join(here, "tsconfig.build.json"), "--outDir", dist], {
    stdio: "inherit",
  });
});
