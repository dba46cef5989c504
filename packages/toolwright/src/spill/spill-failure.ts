import { quoteText } from "../output/quote.ts";
import { isToolError, ToolError } from "../tool/tool-error.ts";

/** The system's code of an error, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Why nothing could be stored or read, in words. */
export function spillFailure(error: unknown, directory: string): ToolError {
  if (isToolError(error)) return error;
  const code = errorCode(error) ?? "unexpected error";
  const reason = reasons.get(code) ?? "the file system refused";
  return new ToolError("spill_failed", `Stored output in "${directory}" is out of reach: ${reason} (${code}).`, {
    retryable: true,
    cause: error,
  });
}

const reasons = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the user's disk quota is used up"],
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["EROFS", "the file system is read-only"],
  ["ENOTDIR", "a file stands where a directory should be"],
  ["EEXIST", "a file stands where the directory should be"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["ENOENT", "it was removed meanwhile"],
  ["ENAMETOOLONG", "the path is too long"],
  ["EIO", "the disk failed"],
]);

/** For a handle that names nothing that can be read any more, or never did. */
export function unknownHandle(handle: string, why: string): ToolError {
  return new ToolError(
    "unknown_handle",
    `No stored output for handle ${quoteText(handle)}: ${why}. Repeat the call that made it to get a new handle.`,
  );
}
