import { compileOptimized } from "../../../workspace/threads/wasm-compiler.ts";

/** The parts that are used; Node's types do not include it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: ScanExports };
};

export interface ScanExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly dots: Dots;
  readonly fineDots: Dots;
}

type Dots = (query: number, row: number, stride: number, count: number, out: number) => void;

export const pageBytes = 65_536;

let loaded: { readonly module: object | undefined } | undefined;

/**
 * Has its own memory of two pages. Undefined if WebAssembly has no SIMD or is forbidden, or if there is no address space left:
 * the engine reserves some 10 GB of it for each memory.
 */
export function openScanModule(): ScanExports | undefined {
  loaded ??= { module: compile() };
  if (loaded.module === undefined) return undefined;
  try {
    return new WebAssembly.Instance(loaded.module).exports;
  } catch {
    return undefined;
  }
}

function compile(): object | undefined {
  try {
    return compileOptimized(() => new WebAssembly.Module(Buffer.from(scanModule, "base64")));
  } catch {
    return undefined;
  }
}

/** `scan.wat` compiled by `wabt`; the test next to it prints the new value when that file has changed. */
export const scanModule =
  "AGFzbQEAAAABDgJgAXsBf2AFf39/f38AAwQDAAEBBQMBAAIHHAMGbWVtb3J5AgAEZG90cwABCGZpbmVEb3RzAAIKtQQDGQAgAP0bACAA/RsBaiAA/RsCIAD9GwNqaguKAwQBfwN7A38EewJAA0AgA0EATA0BIAEgAmohCSAJIAJqIQogCiACaiEL/QwAAAAAAAAAAAAAAAAAAAAAIQz9DAAAAAAAAAAAAAAAAAAAAAAhDf0MAAAAAAAAAAAAAAAAAAAAACEO/QwAAAAAAAAAAAAAAAAAAAAAIQ9BACEFA0AgACAFQQF0av0ABAAhByAAIAVBAXRq/QAEECEIIAEgBWr9AAQAIQYgDCAG/YcBIAf9ugEgBv2IASAI/boB/a4B/a4BIQwgCSAFav0ABAAhBiANIAb9hwEgB/26ASAG/YgBIAj9ugH9rgH9rgEhDSAKIAVq/QAEACEGIA4gBv2HASAH/boBIAb9iAEgCP26Af2uAf2uASEOIAsgBWr9AAQAIQYgDyAG/YcBIAf9ugEgBv2IASAI/boB/a4B/a4BIQ8gBUEQaiIFIAJJDQALIAQgDBAANgIAIAQgDRAANgIEIAQgDhAANgIIIAQgDxAANgIMIARBEGohBCALIAJqIQEgA0EEayEDDAALCwuMAQIBfwF7AkADQCADQQBMDQH9DAAAAAAAAAAAAAAAAAAAAAAhBkEAIQUDQCAGIAEgBWr9AAQAIAAgBWr9AAQA/boB/foB/eQBIQYgBUEQaiIFIAJJDQALIAQgBv0fACAG/R8BkiAG/R8CIAb9HwOSkjgCACAEQQRqIQQgASACaiEBIANBAWshAwwACwsL";
