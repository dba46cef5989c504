import type { FileHandle } from "node:fs/promises";
import { ToolError } from "toolwright";

/** Writes until all bytes are written: a single write may accept only some without an error, as on a nearly full disk. */
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
