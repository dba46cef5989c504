/**
 * Kotlin: its compiler 1.9 (the front end before K2) over all files of a repository at once, with the libraries of their tests. Overloads in one
 * file and type are one symbol. Not judged: comments with links, build scripts, `expect` and `actual`, and other platforms than the JVM.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mavenJars } from "./maven.ts";
import { type Judge, programPath } from "./judge.ts";

const version = "1.9.25";
/** With what the tests of the repositories use. */
const libraries = [
  ["org.jetbrains.kotlin", "kotlin-compiler-embeddable", version],
  ["org.jetbrains.kotlin", "kotlin-reflect", version],
  ["org.jetbrains.kotlin", "kotlin-test-junit", version],
  ["org.testng", "testng", "7.5.1"],
  ["org.assertj", "assertj-core", "3.24.2"],
  ["io.kotlintest", "kotlintest-runner-junit5", "3.4.2"],
] as const;

export const kotlin: Judge = {
  language: "kotlin",
  title: `kotlinc ${version}`,
  endings: [".kt"],
  programs: ["kotlin/Judge.java"],
  run: async ({ root, files }) => {
    const folder = join(await mavenJars("truth-kotlinc", libraries), "jars");
    const jars = readdirSync(folder).map((jar) => join(folder, jar));
    const args = ["-Xss8m", "-cp", jars.join(delimiter), programPath("kotlin/Judge.java"), root];
    const { status, stdout, stderr, error } = spawnSync("java", args, {
      input: files.join("\n"),
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    });
    if (status !== 0) throw new Error(`The judge of Kotlin failed: ${error?.message ?? stderr.slice(-600)}`);
    return stdout;
  },
};
