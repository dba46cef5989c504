import type { FileHandle } from "node:fs/promises";
import { ToolError } from "toolwright";

/** A write may take only some of the bytes without an error, as it does on a disk that is nearly full: go on until all are in. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const at = position === undefined ? null : position + offset;
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset, at);
    if (bytesWritten === 0) {
      throw new ToolError(
        "disk_full",
        `The disk took only ${offset} of ${bytes.length} bytes; what was there is untouched.`,
      );
    }
    offset += bytesWritten;
  }
}
