/**
 * Java against javac's own parser. Rules: none; an anonymous class has no name and is no container.
 */
import { findProgram, listFiles, mavenSources } from "./cache.ts";
import type { LanguageCheck } from "./model.ts";
import { programFile } from "./program-file.ts";
import { openProgramOracle } from "./program-oracle.ts";

export const java: LanguageCheck = {
  language: "java",
  title: "Java",
  install: "a JDK, 17 or newer, on the PATH",
  corpus: async () => {
    const libraries = [
      await mavenSources("com.google.guava", "guava", "33.4.8-jre"),
      await mavenSources("com.fasterxml.jackson.core", "jackson-databind", "2.18.0"),
      await mavenSources("org.springframework", "spring-core", "6.1.13"),
      await mavenSources("org.apache.commons", "commons-lang3", "3.17.0"),
      await mavenSources("io.netty", "netty-handler", "4.1.114.Final"),
      await mavenSources("org.junit.jupiter", "junit-jupiter-api", "5.11.2"),
    ];
    return libraries.flatMap((folder) => listFiles(folder, [".java"]));
  },
  openOracle: async () => {
    const command = findProgram("java");
    if (command === undefined || findProgram("javac") === undefined) return undefined;
    const exports = ["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"];
    return openProgramOracle({ name: "javac's parser", command, args: [...exports, programFile("Symbols.java")] });
  },
};
