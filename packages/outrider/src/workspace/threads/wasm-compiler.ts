import { setFlagsFromString } from "node:v8";

/*
 * V8 compiles WebAssembly with a quick baseline compiler, and what runs often once more with an optimizing one. For the lexer of a
 * grammar, that one needs time that grows with the square of its size: seconds of all cores for Swift and Julia. Decision 0050.
 * The flags hold for the whole process, and count when a function is compiled.
 */

/** What `load` compiles is compiled at once, and may be optimized when it is hot; what is compiled later by others is not. */
export async function loadBeforeGrammars<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  setFlags("--no-wasm-lazy-compilation", "--wasm-tier-up", "--wasm-dynamic-tiering");
  try {
    return await load();
  } finally {
    setFlags("--wasm-lazy-compilation", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering");
  }
}

/** For a small module with a hot loop: optimized at once, whatever the flags are. */
export function compileOptimized<Module>(compile: () => Module): Module {
  setFlags("--no-liftoff", "--no-wasm-lazy-compilation");
  try {
    return compile();
  } finally {
    setFlags("--liftoff", "--wasm-lazy-compilation");
  }
}

function setFlags(...flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
