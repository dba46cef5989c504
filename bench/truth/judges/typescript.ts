/** TypeScript and JavaScript: the checker of the TypeScript compiler, with the types of the usual test runners beside the checkouts. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmPackage, run } from "../../accuracy/cache.ts";
import { type Judge, programPath, type Question } from "./judge.ts";

const version = "5.9.3";
/** Without them much of a test has no type; found by every checkout, as they are above it, and no part of any project. */
const types = ["@types/node@22", "@types/react@19", "@types/jest@29", "@types/mocha@10", "@types/chai@5", "vitest@3"];

export const typescript: Judge = {
  language: "typescript",
  title: `TypeScript ${version}`,
  endings: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
  programs: ["typescript.mjs"],
  run: judgeWithChecker,
};

export const javascript: Judge = {
  ...typescript,
  language: "javascript",
  title: `TypeScript ${version}, allowJs`,
};

async function judgeWithChecker({ root, files, repository }: Question): Promise<string> {
  const compiler = join(await npmPackage("typescript", version), "node_modules/typescript");
  const above = dirname(root);
  if (!existsSync(join(above, "node_modules/@types")))
    run("npm", ["install", "--prefix", above, "--ignore-scripts", "--no-audit", "--no-fund", ...types]);
  const args = ["--max-old-space-size=4096", programPath("typescript.mjs"), root, compiler, repository.language];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`The TypeScript judge failed: ${stderr.slice(-600)}`);
  return stdout;
}
