import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedStore } from "../src/search/stores/embedded.ts";
import { dimensions, type StoreKit } from "../src/search/stores/store-contents.test-kit.ts";
import { runStoreProcess } from "./stores-run.ts";
import type { VectorFilesOptions } from "../src/search/stores/embedded/vector-files.ts";

/** A project of which only the places matter that a store asks for. */
export function stateIn(root: string): VectorFilesOptions["project"] {
  const localPath = async (...segments: readonly string[]): Promise<string> => join(root, "local", ...segments);
  async function local(...segments: readonly string[]): Promise<string> {
    const path = await localPath(...segments);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }
  const state = {
    root,
    folder: local,
    local,
    localPath,
    problems: async () => [],
    path: (...segments: readonly string[]) => join(root, ...segments),
  };
  return { root, state };
}

export function embeddedKit(root: string): StoreKit {
  return {
    open: (options) => openEmbeddedStore({ project: stateIn(root), model: "model", dimensions, ...options }),
    writeElsewhere: async () => await runStoreProcess("embedded", root),
  };
}
