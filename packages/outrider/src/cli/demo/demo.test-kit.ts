import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createProcessRunner, type NodeProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import { type Survey, surveyDirectory } from "./survey.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A directory with these files, removed after the test. */
export function project(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), "outrider-demo-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

export function openScope(): ReturnType<NodeProcessRunner["openScope"]> {
  const processes = createProcessRunner();
  onTestFinished(async () => void (await processes.close()));
  return processes.openScope();
}

export const signal = new AbortController().signal;

export async function survey(files: Files): Promise<Survey> {
  return await surveyDirectory(project(files), openScope(), signal);
}
