import { statSync } from "node:fs";
import { errorCode, ToolError } from "../tool/tool-error.ts";

/** Turns a failed start into an error that names the file and what to do about it. */
export function describeSpawnError(error: unknown, file: string, cwd: string | undefined): ToolError {
  const code = errorCode(error);
  // The system reports a missing cwd with the same code as a missing file.
  if (cwd !== undefined && !isDirectory(cwd)) {
    return new ToolError(
      "cwd_not_found",
      `Cannot run "${file}": the working directory "${cwd}" is not a directory; pass an existing one as \`cwd\`.`,
      { cause: error },
    );
  }
  const told = tellers.get(code)?.(file) ?? tellRefused(file, code);
  return new ToolError(told.code, told.message, { retryable: told.retryable ?? false, cause: error });
}

interface Told {
  readonly code: string;
  readonly message: string;
  readonly retryable?: boolean;
}

const tellers = new Map<string | undefined, (file: string) => Told>([
  ["ENOENT", tellMissing],
  ["EACCES", tellNotExecutable],
  ["ENOEXEC", tellNotExecutable],
  ["E2BIG", tellTooLong],
  ["EAGAIN", (file) => tellBusy(file, "the system has no room for another process")],
  ["ENOMEM", (file) => tellBusy(file, "the system is out of memory")],
  ["EMFILE", (file) => tellBusy(file, "this process has too many files open")],
  ["ENFILE", (file) => tellBusy(file, "the system has too many files open")],
]);

function tellMissing(file: string): Told {
  if (isPath(file) && exists(file)) {
    return {
      code: "command_not_executable",
      message: `Cannot run "${file}": the file exists, but the interpreter in its first line does not; install it or name it as the command.`,
    };
  }
  const advice = isPath(file) ? "check the path" : "install it, or name it by its full path";
  const place = isPath(file) ? "no such file" : "it is not on the PATH";
  return { code: "command_not_found", message: `Cannot run "${file}": ${place}; ${advice}.` };
}

function tellNotExecutable(file: string): Told {
  return {
    code: "command_not_executable",
    message: `Cannot run "${file}": it may not be executed by this user or on this system; check its type and mode (chmod +x).`,
  };
}

function tellTooLong(file: string): Told {
  return {
    code: "invalid_argument",
    message: `Cannot run "${file}": its arguments and environment are too long for the system; pass the bulk on stdin or in a file.`,
  };
}

function tellBusy(file: string, why: string): Told {
  return { code: "spawn_failed", message: `Cannot run "${file}": ${why}; try again later.`, retryable: true };
}

// In our own words: messages of the system or Node may name files of the host.
function tellRefused(file: string, code = "unknown error"): Told {
  return { code: "spawn_failed", message: `Cannot run "${file}": the system refused to start it (${code}).` };
}

function isPath(file: string): boolean {
  return file.includes("/") || file.includes("\\");
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
