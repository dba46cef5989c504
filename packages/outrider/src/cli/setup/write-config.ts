import { copyFile, constants, mkdir, realpath, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../workspace/paths/error-code.ts";
import { hashBytes } from "../../workspace/text/text-file.ts";
import { replaceFile } from "../../workspace/writer/replace-file.ts";
import type { ConfigScope } from "./client.ts";
import type { ConfigText } from "./config-text.ts";

/**
 * Replaces the file atomically, and only if it still is what was read: clients write their settings while they run.
 * Resolves with the path of the backup.
 */
export async function writeConfig(
  { realFile, bytes }: ConfigText,
  text: string,
  scope: ConfigScope,
): Promise<string | undefined> {
  await mkdir(dirname(realFile), { recursive: true });
  const target = join(await realpath(dirname(realFile)), basename(realFile));
  const backup = bytes === undefined ? undefined : await copyAside(target);
  try {
    await replaceFile(target, Buffer.from(text), {
      shown: target,
      // User files may later hold keys of other servers; project files are shared.
      ...(scope === "user" ? { mode: 0o600 } : {}),
      expect: bytes === undefined ? "missing" : { hash: hashBytes(bytes) },
    });
  } catch (error) {
    if (backup !== undefined) await unlink(backup);
    throw error;
  }
  return backup;
}

/** The first free name of `file.backup`, `file.backup-2` and so on: no older backup is overwritten. */
async function copyAside(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const backup = number === 1 ? `${file}.backup` : `${file}.backup-${number}`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}
