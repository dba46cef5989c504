import { join } from "node:path";
import type { Located } from "../paths/located.ts";
import type { Project } from "../project.ts";
import type { Walk } from "./walk.ts";

export interface OpenFilesOptions {
  readonly signal: AbortSignal;
  /** Only files directly in this directory, relative to the root. */
  readonly only?: string;
  /** Only files that contain one of these texts. */
  readonly containing?: readonly string[];
  /** Lists a file once for each of these texts that it holds. */
  readonly telling?: boolean;
}

/** The files of a project with exposure "open"; denied and masked files are left out. */
export function openFilesOf(project: Project, { signal, only, containing, telling }: OpenFilesOptions): Walk {
  const directory: Located = {
    shown: only ?? ".",
    real: only === undefined ? project.root : join(project.root, only),
    kind: "directory",
    area: "project",
    masked: false,
    intent: "list",
  };
  const walk = project.files.walk(directory, {
    signal,
    ...(only === undefined ? {} : { maxDepth: 1 }),
    ...(containing === undefined ? {} : { containing }),
    ...(telling === undefined ? {} : { telling }),
  });
  async function* batches() {
    for await (const batch of walk.batches()) yield batch.filter(({ exposure }) => exposure === "open");
  }
  return {
    batches,
    counts: () => walk.counts(),
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch;
    },
  };
}
