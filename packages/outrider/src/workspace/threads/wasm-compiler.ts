import { setFlagsFromString } from "node:v8";

/**
 * Grammars stay with V8's baseline compiler: its optimizing one needs time that grows with the square of a lexer's size, which
 * is seconds of all cores for Swift and Julia, and gains less than it costs for the others (decision 0050). For all of the process.
 */
export function useBaselineCompiler(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}

/** For a small module with a hot loop, whatever others have chosen: optimized at once. */
export function compileOptimized<Module>(compile: () => Module): Module {
  setFlagsFromString("--no-liftoff");
  setFlagsFromString("--no-wasm-lazy-compilation");
  try {
    return compile();
  } finally {
    setFlagsFromString("--liftoff");
    setFlagsFromString("--wasm-lazy-compilation");
  }
}
