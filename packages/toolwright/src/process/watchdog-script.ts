import { taskkillFile, type Command } from "./taskkill.ts";

/**
 * The command of the watchdog. It reads lines, `add PID`, `del PID` and `bye`, and outlives the host: if the pipe
 * ends without a `bye`, however the host died, it ends everything that is still listed or carries the marker.
 */
export function watchdogCommand(hostMarker: string, platform: NodeJS.Platform = process.platform): Command {
  if (platform === "win32") {
    return { file: process.execPath, args: ["-e", windowsScript, taskkillFile(process.env)] };
  }
  // Elsewhere `ps` shows arguments next to the environment, and the watchdog would look like one of its targets.
  return { file: "/bin/sh", args: ["-c", posixScript, "toolwright-watchdog", platform === "linux" ? hostMarker : ""] };
}

// Nobody is left only when nothing is found three times: who forks and exits during a search hides in its child.
const posixScript = `
trap '' TERM INT HUP
groups=' '
while read -r verb group; do
  case $verb in
    add) groups="$groups$group " ;;
    bye) exit 0 ;;
    del)
      case $groups in
        *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;;
      esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done 2>/dev/null
[ -n "$1" ] || exit 0
round=0
clean=0
while [ "$round" -lt 50 ]; do
  round=$((round + 1))
  found=$(grep -lsF -e "$1" /proc/[0-9]*/environ 2>/dev/null)
  if [ -z "$found" ]; then
    clean=$((clean + 1))
    [ "$clean" -lt 3 ] || exit 0
    continue
  fi
  clean=0
  for file in $found; do
    pid=\${file#/proc/}
    kill -s KILL -- "\${pid%/environ}"
  done 2>/dev/null
done
`;

const windowsScript = `
const { spawnSync } = require("node:child_process");
const { createInterface } = require("node:readline");
const taskkill = process.argv[1];
const live = new Set();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [verb, pid] = line.split(" ");
    if (verb === "add") live.add(pid);
    if (verb === "del") live.delete(pid);
    if (verb === "bye") process.exit(0);
  })
  .on("close", () => {
    for (const pid of live) spawnSync(taskkill, ["/PID", pid, "/T", "/F"], { windowsHide: true, stdio: "ignore" });
    process.exit(0);
  });
`;
