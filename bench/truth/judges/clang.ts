/**
 * C and C++: libclang over every source file with the flags of its repository. Not judged: branches that the preprocessor leaves out, names in
 * `#ifdef`, and names of templates that only an instantiation can resolve. What
 * several programs of a repository define under one name is not asked for.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pythonPackage, run } from "../../accuracy/cache.ts";
import { type Judge, programPath, type Question } from "./judge.ts";

const version = "18.1.1";

export const c: Judge = {
  language: "c",
  title: `libclang ${version}`,
  endings: [".c", ".h"],
  programs: ["libclang.py"],
  run: (question) => judgeWithClang(question, ["-xc", "-D_GNU_SOURCE"]),
};

export const cpp: Judge = {
  language: "cpp",
  title: `libclang ${version}`,
  endings: [".cc", ".cpp", ".cxx", ".h", ".hpp", ".hh", ".inl"],
  programs: ["libclang.py"],
  run: (question) => judgeWithClang(question, ["-xc++", "-std=c++17"]),
};

async function judgeWithClang({ root, files, repository }: Question, language: readonly string[]): Promise<string> {
  const wheel = join(await pythonPackage("libclang", version), `libclang-${version}.data/platlib`);
  // The wheel brings no headers of the compiler; those of gcc serve for `stddef.h` and its like.
  const builtin = ["-isystem", run("gcc", ["-print-file-name=include"]).trim()];
  const flags = [...language, ...builtin, ...(repository.flags ?? [])];
  const { status, stdout, stderr } = spawnSync("python3", [programPath("libclang.py"), root, wheel, ...flags], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`libclang.py failed: ${stderr.slice(-600)}`);
  return stdout;
}
