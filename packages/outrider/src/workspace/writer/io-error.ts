import { isToolError, ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { errorCode } from "../paths/error-code.ts";

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? "");
}

/** Runs a disk operation; system errors become a sentence about the file as answers show it. */
export async function explainingIo<T>(shown: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw explain(error, showPath(shown));
  }
}

function explain(error: unknown, path: string): unknown {
  if (isToolError(error)) {
    return error;
  }
  const found = explanations.find(({ codes }) => hasCode(error, ...codes));
  return found === undefined ? error : new ToolError(found.code, found.sentence(path), { cause: error });
}

const explanations = [
  {
    codes: ["ENOSPC", "EDQUOT"],
    code: "disk_full",
    sentence: (path: string) =>
      `There is no room on the disk for ${path}; what was there is untouched. Free some space and try again.`,
  },
  {
    codes: ["EROFS"],
    code: "read_only_disk",
    sentence: (path: string) => `${path} is on a disk that is mounted read-only; nothing was changed.`,
  },
  {
    codes: ["EACCES", "EPERM"],
    code: "no_permission",
    sentence: (path: string) =>
      `The system does not let this process write ${path}; nothing was changed. Its owner or mode, or that of its directory, has to change first.`,
  },
  {
    codes: ["ENAMETOOLONG"],
    code: "invalid_path",
    sentence: (path: string) => `A part of ${path} is longer than the file system allows; choose a shorter name.`,
  },
  {
    codes: ["ENOTDIR", "EISDIR", "ENOTEMPTY", "EEXIST", "ELOOP", "ENOENT"],
    code: "stale",
    sentence: (path: string) =>
      `${path} or a directory above it was moved, removed or replaced in the meantime; nothing was changed. Look again at what is there.`,
  },
  {
    codes: ["EBUSY", "ETXTBSY"],
    code: "busy",
    sentence: (path: string) =>
      `Another program uses ${path} right now and keeps it from being changed. Try again when it is done.`,
  },
];
