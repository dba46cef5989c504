export { createHandleId, handleIdOf } from "./spill-files.ts";
export { createReadOutputTool } from "./read-output.ts";
export { openSpillStore, type SpillStoreOptions } from "./spill-store.ts";
