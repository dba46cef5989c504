import { describeText } from "../tool/describe-value.ts";
import { errorCode } from "../tool/error-code.ts";
import { isToolError, ToolError } from "../tool/tool-error.ts";

/** Why nothing could be stored or read, in words. The path stays in the cause: the model has no use for it. */
export function spillFailure(error: unknown): ToolError {
  if (isToolError(error)) return error;
  const code = errorCode(error) ?? "unexpected error";
  const reason = reasons.get(code) ?? "the file system refused";
  return new ToolError("spill_failed", `Stored output is out of reach: ${reason} (${code}).`, {
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
    `No stored output for handle ${describeText(handle)}: ${why}. Repeat the call that made it to get a new handle.`,
  );
}
