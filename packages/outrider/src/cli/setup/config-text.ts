import { readFile, realpath } from "node:fs/promises";
import { errorCode } from "../../workspace/paths/error-code.ts";
import { MergeError } from "./merged.ts";

/** A settings file as it stands. */
export interface ConfigText {
  /** Where its bytes are: dotfiles are often links into a repository. */
  readonly realFile: string;
  readonly bytes: Buffer | undefined;
  readonly text: string | undefined;
}

const mostBytes = 64 * 1024 * 1024;

export async function readConfigText(file: string): Promise<ConfigText> {
  try {
    const realFile = await realpath(file);
    const bytes = await readFile(realFile);
    if (bytes.length > mostBytes) throw new MergeError("it is larger than 64 MiB");
    return { realFile, bytes, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return { realFile: file, bytes: undefined, text: undefined };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw new MergeError("it is not written in UTF-8");
    if (code === "EACCES" || code === "EISDIR" || code === "ELOOP") throw new MergeError(`it cannot be read (${code})`);
    throw error;
  }
}
