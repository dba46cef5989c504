import { readdirSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import type { NumberedJob } from "../../workspace/threads/open-thread-pool.ts";
import type { Job } from "./messages.ts";
import { startThread } from "./start-thread.ts";

/**
 * Starts a parser's thread while the program itself is still loading, so that the first question need not wait for it: to load
 * a grammar and compile its queries takes as long as all of the start. It keeps no process alive.
 */
export function startEarlyThread(directory: string): Worker {
  const worker = startThread();
  worker.unref();
  // Whoever takes it over hears of it when it ends; nobody has to before.
  worker.on("error", () => {});
  const language = guessLanguage(directory);
  if (language !== undefined) worker.postMessage({ id: 0, job: { kind: "warm", language } } satisfies NumberedJob<Job>);
  return worker;
}

/** By what lies at the top of a project; a wrong guess costs what it would have cost later. */
function guessLanguage(directory: string): string | undefined {
  const names = new Set(listNames(directory));
  return signs.find(([name]) => names.has(name))?.[1];
}

const signs: readonly (readonly [string, string])[] = [
  ["tsconfig.json", "typescript"],
  ["go.mod", "go"],
  ["Cargo.toml", "rust"],
  ["pyproject.toml", "python"],
  ["setup.py", "python"],
  ["requirements.txt", "python"],
  ["pom.xml", "java"],
  ["build.gradle", "java"],
  ["build.gradle.kts", "kotlin"],
  ["composer.json", "php"],
  ["Gemfile", "ruby"],
  ["package.json", "javascript"],
  ["CMakeLists.txt", "cpp"],
  ["configure.ac", "c"],
];

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
