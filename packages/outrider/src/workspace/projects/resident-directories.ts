import { tmpdir } from "node:os";
import { join } from "node:path";
import { directoryFrom } from "../paths/inside.ts";
import { userStateDirectory } from "./user-state-directory.ts";

/**
 * Where the sockets of resident processes may lie, the best first. The state of the user is hidden from commands in any case; the
 * others are for homes whose path is too long for a socket.
 */
export function residentDirectories(): readonly string[] {
  const runtime = directoryFrom(process.env["XDG_RUNTIME_DIR"]);
  return [
    join(userStateDirectory(), "run"),
    ...(runtime === undefined ? [] : [join(runtime, "outrider")]),
    join(tmpdir(), `outrider-${process.getuid?.() ?? "user"}`, "run"),
  ];
}
