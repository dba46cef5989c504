/** Puts script-worker.mjs and quickjs.wasm into a folder; resolves with the files that went into it. */
export function buildScriptWorker(folder: string): Promise<string[]>;
