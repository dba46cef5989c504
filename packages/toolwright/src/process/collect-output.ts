import type { Readable } from "node:stream";
import type { CapturedOutput } from "../tool/process-contract.ts";
import { createKeptOutput } from "./kept-output.ts";

/** Reads a stream as it arrives and keeps a bounded part of it. */
export interface OutputCollector {
  /** Resolves when the stream ends, fails or is destroyed. */
  readonly ended: Promise<void>;
  /** What was captured. A stream that is still open is cut off. */
  finish(): CapturedOutput;
}

export function collectOutput(
  stream: Readable,
  maxBytes: number,
  onText: ((text: string) => void) | undefined,
): OutputCollector {
  const kept = createKeptOutput(maxBytes);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let open = true;
  const report = (text: string): void => {
    if (text !== "") onText?.(text);
  };
  stream.on("data", (chunk: Buffer) => {
    kept.add(chunk);
    // Decoding twice would be a waste without a listener.
    if (onText !== undefined) report(decoder.decode(chunk, { stream: true }));
  });
  stream.on("error", () => {});
  const ended = new Promise<void>((resolve) => {
    stream.once("end", () => {
      open = false;
      report(decoder.decode());
    });
    stream.once("close", resolve);
  });
  return {
    ended,
    finish() {
      stream.destroy();
      const { text, leftOutBytes } = kept.text();
      return { text, bytes: kept.bytes, leftOutBytes, truncated: open || leftOutBytes > 0 };
    },
  };
}
