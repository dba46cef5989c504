// Bundles the program (Toolwright and every pure JavaScript library inside; what carries binaries stays outside) and copies
// the grammars, the lock files of language servers and the weights of the bundled model.
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { buildBeside, dropUnusedChunks, findPackage } from "../toolwright/build-parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bundling = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // The other form of jsonc-parser asks for its own files by a `require` that no bundler can follow.
  mainFields: ["module", "main"],
  // Libraries that are CommonJS ask for Node's modules by a `require` that modules do not have.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  external: ["@vscode/ripgrep", "web-tree-sitter"],
  loader: { ".md": "text" },
  logLevel: "warning",
};
/** Reads the settings, so that it is large; the program has it anyway. */
const besideTheOthers = {
  name: "beside-the-others",
  setup({ onResolve }) {
    onResolve({ filter: /\/start-command\.ts$/ }, () => ({ path: "../resident/start-command.js", external: true }));
  },
};

const grammars = await listGrammars();

await buildBeside(join(here, "dist"), async (dist) => {
  const { metafile } = await build({
    ...bundling,
    entryPoints: [
      "src/cli/run-outrider.ts",
      "src/resident/start-command.ts",
      "src/syntax/workers/parse-worker.ts",
      "src/search/workers/index-worker.ts",
      "src/search/embedders/transformers/model-process.mjs",
    ],
    outdir: dist,
    outbase: "src",
    splitting: true,
    // A fifth of the start is compiling our own code; names stay, for traces that can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    metafile: true,
  });

  // From sources and in one file that needs no loader of modules: a person waits for it before every answer.
  await build({
    ...bundling,
    format: "cjs",
    banner: {},
    conditions: ["toolwright-source"],
    plugins: [besideTheOthers],
    // What asks for it, far behind the reader of flags, is not in the file.
    logOverride: { "empty-import-meta": "silent" },
    entryPoints: ["src/cli/ask-command.ts"],
    outfile: join(dist, "cli", "ask-command.cjs"),
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
  });

  // Every start would read them.
  dropUnusedChunks(join(dist, "cli/run-outrider.js"));

  mkdirSync(join(dist, "grammars"), { recursive: true });
  for (const grammar of grammars) copyFileSync(findGrammar(grammar), join(dist, "grammars", basename(grammar)));
  cpSync(join(here, "src/lsp/programs/server-locks"), join(dist, "server-locks"), { recursive: true });
  mkdirSync(join(dist, "script"), { recursive: true });
  for (const name of ["script-worker.mjs", "quickjs.wasm"])
    copyFileSync(join(findPackage("toolwright", import.meta.url), "dist/script", name), join(dist, "script", name));
  mkdirSync(join(dist, "weights"), { recursive: true });
  copyFileSync(join(here, "weights/code-embedder.bin"), join(dist, "weights/code-embedder.bin"));
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), collectLicences(metafile));
});

/** The files that languages name as their grammars. They are TypeScript, which Node 20 does not read. */
async function listGrammars() {
  // In the package's own folder, where what the languages import can be found.
  const outfile = join(here, `.languages-${process.pid}.mjs`);
  try {
    await build({ ...bundling, entryPoints: ["src/languages/index.ts"], outfile });
    const { languages } = await import(pathToFileURL(outfile).href);
    return [...new Set(languages.flatMap(({ grammar }) => grammar ?? []))];
  } finally {
    rmSync(outfile, { force: true });
  }
}

function findGrammar(grammar) {
  const name = packageOf(grammar);
  return join(findPackage(name, import.meta.url), grammar.slice(name.length + 1));
}

function packageOf(file) {
  return file.split("/", file.startsWith("@") ? 2 : 1).join("/");
}

/** Work of others inside the package: each licence travels with it. */
function collectLicences({ inputs }) {
  const inside = Object.keys(inputs)
    .map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter((name) => name !== undefined);
  const names = [...new Set([...inside, ...grammars.map(packageOf)])].sort((a, b) => (a < b ? -1 : 1));
  const own = names.map((name) => `== ${name}\n\n${readLicence(findPackage(name, import.meta.url))}\n`);
  return [...own, ...licencesInToolwright(), ...grammarNotices()].join("\n");
}

/** Who wrote the grammars: a package may hold grammars of others, under a licence that names only who put it together. */
function grammarNotices() {
  const folder = join(here, "src/grammars/licences");
  const notices = JSON.parse(readFileSync(join(folder, "notices.json"), "utf8"));
  for (const grammar of grammars) {
    if (notices.some((notice) => notice.grammars.includes(basename(grammar)))) continue;
    throw new Error(`${grammar} has no notice; add its source, licence and copyright to src/grammars/licences.`);
  }
  return notices.map(({ grammars: files, source, licence, copyright, text }) => {
    const facts = [`Source: ${source}`, `Licence: ${licence}`, ...copyright];
    const whole = text === undefined ? [] : ["", readFileSync(join(folder, text), "utf8").trim()];
    return [`== ${files.join(", ")}`, "", ...facts, ...whole, ""].join("\n");
  });
}

/** Toolwright comes as its own bundle, with the licences of what is inside beside it. */
function licencesInToolwright() {
  const folder = join(findPackage("toolwright", import.meta.url), "dist");
  const files = readdirSync(folder).filter((name) => name.startsWith("LICENSE-"));
  if (files.length === 0) throw new Error("toolwright is not built; run npm run build.");
  return files.map((name) => `== ${name.slice(8, -4)}\n\n${readFileSync(join(folder, name), "utf8").trim()}\n`);
}

function readLicence(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8").trim();
  return `Licence: ${JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).license}`;
}
