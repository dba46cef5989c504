/** Java: javac with the jars that Maven knows of; overloads are one symbol. Comments with `{@link}` are not judged. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { cached, run } from "../../accuracy/cache.ts";
import { type Judge, programPath, type Question } from "./judge.ts";

export const java: Judge = {
  language: "java",
  title: "javac",
  endings: [".java"],
  programs: ["java/Judge.java"],
  run: async (question) => {
    const program = programPath("java/Judge.java");
    const { status, stdout, stderr } = spawnSync("java", [program, question.root, await findJars(question)], {
      input: question.files.join("\n"),
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    });
    if (status !== 0) throw new Error(`The Java judge failed: ${stderr.slice(-600)}`);
    return stdout;
  },
};

/** Without them, what a lambda inside of an unknown method refers to is not known; a build that does not work costs only that. */
async function findJars({ root, repository }: Question): Promise<string> {
  if (!existsSync(join(root, "pom.xml"))) return "";
  const folder = await cached(`truth-jars/${repository.name.replace("/", "+")}`, (half) => {
    cpSync(join(root, "pom.xml"), join(half, "pom.xml"));
    try {
      run("mvn", ["--batch-mode", "--quiet", "dependency:copy-dependencies", "-DoutputDirectory=jars"], half);
    } catch (error) {
      console.log(`${repository.name}: no jars: ${error instanceof Error ? error.message.slice(-300) : String(error)}`);
    }
  });
  const jars = join(folder, "jars");
  return existsSync(jars)
    ? readdirSync(jars)
        .map((jar) => join(jars, jar))
        .join(":")
    : "";
}
