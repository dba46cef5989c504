export { declareTools } from "./declarations.ts";
export type { ScriptLimits } from "./limits.ts";
export {
  createScriptTool,
  isScriptTool,
  type ScriptInput,
  type ScriptToolOptions,
  type ScriptValue,
} from "./script-tool.ts";
