export { declareTools } from "./declarations.ts";
export type { ScriptLimits } from "./limits.ts";
export { createScriptTool, isScriptTool, type ScriptTool, type ScriptToolOptions } from "./script-tool.ts";
export type { ScriptInput, ScriptValue } from "./script-value.ts";
