import type { FileHandle } from "node:fs/promises";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { ExposureJudge } from "../paths/exposure.ts";
import type { Located } from "../paths/located.ts";
import { listVerified, openVerified } from "../paths/open-verified.ts";
import type { PathPolicy } from "../paths/path-policy.ts";
import type { ProjectFiles } from "../project.ts";
import { decodeText } from "../text/decode-text.ts";
import type { TextFile } from "../text/text-file.ts";

const defaultMaxBytes = 16 * 1024 * 1024;

/** Reads files, with a policy check for every path and a verified descriptor. */
export function createProjectFiles(
  policy: PathPolicy,
  exposure: ExposureJudge,
  walk: ProjectFiles["walk"],
): ProjectFiles {
  return {
    locate: (path, intent) => policy.locate(path, intent),
    reasonToAsk: (path) => policy.reasonToAsk(path),
    requireApproved: (tree, change) => policy.requireApproved(tree, change),
    judge: (relativePath) => exposure.judge(relativePath),
    open: openLocated,
    list: listVerified,
    walk,
    hiddenGlobs: exposure.globs,
    async readText(file, { maxBytes = defaultMaxBytes } = {}) {
      const handle = await openLocated(file);
      try {
        return decode(file, await readAll(handle, file, maxBytes));
      } finally {
        await handle.close();
      }
    },
  };
}

async function openLocated(file: Located): Promise<FileHandle> {
  if (file.kind === "missing") throw new ToolError("not_found", `There is no file ${showPath(file.shown)}.`);
  if (file.kind === "directory") throw new ToolError("is_directory", `${showPath(file.shown)} is a directory.`);
  return await openVerified(file);
}

/** Reads the expected size plus one byte: a file that grows meanwhile is reported, not read forever. */
async function readAll(handle: FileHandle, file: Located, maxBytes: number): Promise<Buffer> {
  const { size } = await handle.stat();
  if (size > maxBytes) {
    throw new ToolError(
      "too_large",
      `${showPath(file.shown)} has ${size} bytes; at most ${maxBytes} are taken into memory at once.`,
    );
  }
  const buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  if (filled > size) {
    throw new ToolError("changed_meanwhile", `${showPath(file.shown)} grew while it was being read; try again.`, {
      retryable: true,
    });
  }
  return buffer.subarray(0, filled);
}

function decode(file: Located, bytes: Buffer): TextFile {
  const text = decodeText(bytes);
  if (text === undefined)
    throw new ToolError("binary_file", `${showPath(file.shown)} is not text (${bytes.length} bytes).`);
  return text;
}
