import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mark, program, type Trap, type TrapSet } from "./trap.ts";

/** Tools of the development dependencies stand for those that a developer has. */
const modules = join(dirname(fileURLToPath(import.meta.url)), "../../../../../node_modules");
const installed = (path: string): string => `node '${join(modules, path)}'`;

const script = (name: string): string => `require("node:fs").writeFileSync("@CANARY@/${name}", "");\n`;
const module = (name: string): string =>
  `import { writeFileSync } from "node:fs";\nwriteFileSync("@CANARY@/${name}", "");\nexport default {};\n`;

const lifecycle = ["preinstall", "install", "postinstall", "prepare", "pretest"];
// It removes what is in node_modules and not in package.json.
const inCopy = "rm -rf ../copy && cp -R . ../copy && cd ../copy &&";
const install = `${inCopy} npm install --offline --no-audit --no-fund --omit=dev`;
const open = `{"seq":1,"type":"request","command":"open","arguments":{"file":"@ROOT@/src/a.ts"}}`;

const ofNode = (name: string, tool: string, files: readonly string[], command: string): Trap => ({
  name,
  tool,
  files,
  control: { needs: tool === "npm" ? ["node", "npm"] : ["node"], command },
});

export const nodeTraps: TrapSet = {
  files: {
    "package.json": `${JSON.stringify(
      {
        name: "trapped",
        version: "1.0.0",
        scripts: {
          ...Object.fromEntries(lifecycle.map((name) => [name, mark(`npm-${name}`)])),
          test: '"$npm_node_execpath" --eval 0',
        },
        bin: { trapped: "src/a.ts" },
        packageManager: "yarn@4.0.0",
        prettier: "./planted/prettier-settings.cjs",
        devDependencies: { typescript: "5.0.0" },
        mocha: { require: "./planted/node-options.cjs" },
      },
      undefined,
      2,
    )}\n`,
    ".npmrc":
      "script-shell=./planted/script-shell\nnode-options=--require ./planted/node-options.cjs\ngit=./planted/npm-git\n",
    "planted/script-shell": program("npm-script-shell", 'exec /bin/sh "$@"'),
    "planted/node-options.cjs": script("npm-node-options"),
    "planted/npm-git": program("npm-git"),
    ".yarnrc": 'yarn-path "./planted/yarn.cjs"\n',
    ".yarnrc.yml": "yarnPath: ./planted/yarn.cjs\nplugins:\n  - ./planted/yarn.cjs\n",
    "planted/yarn.cjs": script("yarn-path"),
    ".pnp.cjs": script("yarn-pnp"),
    ".pnpmfile.cjs": script("pnpm-file"),
    "tsconfig.json": '{ "compilerOptions": { "plugins": [{ "name": "ts-planted" }] }, "include": ["src"] }\n',
    "node_modules/ts-planted/package.json": '{ "name": "ts-planted", "version": "1.0.0", "main": "index.js" }\n',
    "node_modules/ts-planted/index.js": `${script("typescript-plugin")}module.exports = () => ({ create: (info) => info.languageService });\n`,
    "node_modules/typescript/package.json":
      '{ "name": "typescript", "version": "5.0.0", "bin": { "tsc": "bin/tsc" } }\n',
    "node_modules/typescript/bin/tsc": `#!/usr/bin/env node\n${script("typescript-compiler")}`,
    "node_modules/typescript/lib/tsserver.js": script("typescript-server"),
    "node_modules/typescript/lib/typescript.js": script("typescript-library"),
    "node_modules/typescript/lib/tsserverlibrary.js": script("typescript-library"),
    "node_modules/.bin/tsc": program("npx-program"),
    "node_modules/.hooks/postinstall": program("npm-hook-script"),
    "node_modules/prettier/package.json": '{ "name": "prettier", "version": "3.0.0", "main": "index.cjs" }\n',
    "node_modules/prettier/index.cjs": script("prettier-library"),
    "planted/prettier-settings.cjs": `${script("prettier-settings")}module.exports = { plugins: [require.resolve("./prettier-plugin.cjs")] };\n`,
    "planted/prettier-plugin.cjs": script("prettier-plugin"),
    "vite.config.mjs": module("vite-settings"),
    "postcss.config.cjs": `${script("postcss-settings")}module.exports = {};\n`,
    "rollup.config.mjs": module("rollup-settings").replace("{}", '{ input: "src/b.js" }'),
    "eslint.config.mjs": module("eslint-settings"),
    ".eslintrc.cjs": script("eslint-rc"),
    "svelte.config.js": module("svelte-settings"),
    ".stylelintrc.cjs": script("stylelint-rc"),
    "babel.config.cjs": script("babel-settings"),
    "jest.config.cjs": script("jest-settings"),
    "src/a.ts":
      "export interface Shape {\n  size: number;\n}\n\nexport function grow(shape: Shape): number {\n  return shape.size + 1;\n}\n\ngrow({ size: 1 });\n",
    "src/b.js": "export function shrink(size) {\n  return size - 1;\n}\n\nshrink(1);\n",
    "src/App.svelte": "<script>\n  let size = 1;\n</script>\n\n<p>{size}</p>\n",
    "index.html": '<!doctype html>\n<title>Trapped</title>\n<p id="size">1</p>\n',
    "src/a.css": ".size {\n  color: red;\n}\n",
  },
  traps: [
    ...lifecycle.map((name) =>
      ofNode(`npm-${name}`, "npm", ["package.json"], name === "pretest" ? "npm test" : install),
    ),
    ofNode("npm-script-shell", "npm", [".npmrc", "planted/script-shell"], "npm test"),
    ofNode("npm-node-options", "npm", [".npmrc", "planted/node-options.cjs"], "npm test"),
    ofNode(
      "npm-git",
      "npm",
      [".npmrc", "planted/npm-git"],
      `${inCopy} npm install --ignore-scripts git+ssh://git@localhost/none.git`,
    ),
    ofNode("npx-program", "npm", ["node_modules/.bin/tsc"], "npx --no-install tsc"),
    ofNode("yarn-path", "yarn", [".yarnrc", "planted/yarn.cjs"], `${installed("yarn/bin/yarn.js")} --version`),
    ofNode("yarn-pnp", "yarn", [".pnp.cjs"], "node --require ./.pnp.cjs --eval 0"),
    ofNode(
      "typescript-plugin",
      "tsserver",
      ["tsconfig.json", "node_modules/ts-planted/index.js"],
      `echo '${open}' | ${installed("@vtsls/language-service/node_modules/typescript/lib/tsserver.js")} --allowLocalPluginLoads --pluginProbeLocations .`,
    ),
    ofNode("typescript-compiler", "tsc", ["node_modules/typescript/bin/tsc"], "node node_modules/typescript/bin/tsc"),
    ofNode(
      "typescript-server",
      "tsserver",
      ["node_modules/typescript/lib/tsserver.js"],
      "node node_modules/typescript/lib/tsserver.js",
    ),
    ofNode(
      "typescript-library",
      "language tools",
      ["node_modules/typescript/lib/typescript.js"],
      "node --eval 'require(\"./node_modules/typescript/lib/typescript.js\")'",
    ),
    ofNode("prettier-library", "editors", ["node_modules/prettier/index.cjs"], "node --eval 'require(\"prettier\")'"),
    ofNode(
      "prettier-settings",
      "prettier",
      ["package.json", "planted/prettier-settings.cjs"],
      `${installed("prettier/bin/prettier.cjs")} src/b.js`,
    ),
    ofNode(
      "prettier-plugin",
      "prettier",
      ["planted/prettier-plugin.cjs"],
      `${installed("prettier/bin/prettier.cjs")} src/b.js`,
    ),
    ofNode("vite-settings", "vite", ["vite.config.mjs"], `${installed("vite/bin/vite.js")} build`),
    ofNode("postcss-settings", "vite", ["postcss.config.cjs"], `${installed("vite/bin/vite.js")} build`),
    ofNode("rollup-settings", "rollup", ["rollup.config.mjs"], `${installed("rollup/dist/bin/rollup")} --config`),
    { name: "pnpm-file", tool: "pnpm", files: [".pnpmfile.cjs"] },
    { name: "npm-hook-script", tool: "npm before 7", files: ["node_modules/.hooks/postinstall"] },
    { name: "eslint-settings", tool: "eslint", files: ["eslint.config.mjs"] },
    { name: "eslint-rc", tool: "eslint", files: [".eslintrc.cjs"] },
    { name: "svelte-settings", tool: "svelte", files: ["svelte.config.js"] },
    { name: "stylelint-rc", tool: "stylelint", files: [".stylelintrc.cjs"] },
    { name: "babel-settings", tool: "babel", files: ["babel.config.cjs"] },
    { name: "jest-settings", tool: "jest", files: ["jest.config.cjs"] },
  ],
};
