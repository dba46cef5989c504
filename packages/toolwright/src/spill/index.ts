export { createHandleId, handleIdOf } from "./handle-id.ts";
export { createReadOutputTool } from "./read-output-tool.ts";
export { openSpillStore, type SpillStoreOptions } from "./spill-store.ts";
