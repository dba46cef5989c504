import { ToolError } from "toolwright";
import { mostDimensions } from "./quantize.ts";
import { blockRows, grownRows, type RowScan } from "./row-scan.ts";
import { scanModule } from "./scan-module.ts";

/** Undefined where WebAssembly has no SIMD or is forbidden. */
export function createWasmScan(dimensions: number): RowScan | undefined {
  const module = loadModule();
  if (module === undefined) return undefined;
  const { memory, dots } = new WebAssembly.Instance(module).exports;
  const stride = Math.ceil(dimensions / 16) * 16;
  let capacity = 0;

  function reserve(rows: number): void {
    if (rows <= capacity) return;
    const wanted = grownRows(capacity, rows);
    const pages = Math.ceil((rowsAt + wanted * stride - memory.buffer.byteLength) / pageBytes);
    try {
      if (pages > 0) memory.grow(pages);
    } catch {
      throw tooManyError(capacity, stride);
    }
    capacity = wanted;
  }

  return {
    kind: "wasm-simd",
    get bytes() {
      return memory.buffer.byteLength;
    },
    row(index) {
      reserve(index + 1);
      return new Int8Array(memory.buffer, rowsAt + index * stride, dimensions);
    },
    scan(query, rows, visit) {
      reserve(rows);
      const padded = new Int16Array(memory.buffer, queryAt, stride);
      padded.fill(0).set(query);
      const sums = new Int32Array(memory.buffer, sumsAt, blockRows);
      for (let first = 0; first < rows; first += blockRows) {
        const count = Math.min(blockRows, rows - first);
        dots(queryAt, rowsAt + first * stride, stride, count, sumsAt);
        visit(first, count, sums);
      }
    },
  };
}

const pageBytes = 65_536;
const queryAt = 0;
const sumsAt = mostDimensions * 2;
const rowsAt = 2 * pageBytes;

/** What is used of it; Node's types leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
      readonly dots: (query: number, row: number, stride: number, count: number, out: number) => void;
    };
  };
};

let loaded: { readonly module: object | undefined } | undefined;

function loadModule(): object | undefined {
  loaded ??= { module: compile() };
  return loaded.module;
}

function compile(): object | undefined {
  try {
    return new WebAssembly.Module(Buffer.from(scanModule, "base64"));
  } catch {
    return undefined;
  }
}

function tooManyError(rows: number, stride: number): ToolError {
  return new ToolError(
    "too_many_vectors",
    `There is no memory for more than ${rows} vectors of ${stride} bytes. Leave directories out of the index, use a model with fewer dimensions, or keep the vectors in PostgreSQL.`,
  );
}
