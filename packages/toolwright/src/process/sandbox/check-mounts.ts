import { readFileSync } from "node:fs";
import { isBelow, type Mount } from "./mounts.ts";

/** A line of the kernel's list of mounts. Paths are written as the kernel writes them. */
interface MountedPlace {
  readonly device: string;
  /** The directory of the file system that is mounted. */
  readonly root: string;
  /** Where it is mounted. */
  readonly point: string;
}

export interface PlannedMounts {
  readonly mounts: readonly Mount[];
  /** Further directories that are writable, and further places that can be read. */
  readonly writable: readonly string[];
  readonly readable: readonly string[];
}

/** What bubblewrap mounts for every command. */
const devices = ["null", "zero", "full", "random", "urandom", "tty", "console", "ptmx"].map((name) => `/dev/${name}`);

/**
 * bubblewrap mounts by path. A command that runs beside it could swap a directory for a link in that moment, and have something
 * mounted that is not meant to be. So a command starts only once the list of mounts, as it is seen inside, has nothing but
 * what was planned. It begins with the mounts of the host, which cannot be written to; then come the devices, on a file system of
 * their own, and then the mounts of the project.
 */
const script = `own=
while read -r _ _ device root _ options _; do
  case "$2" in *" $device "*) ;; *) own=1; continue ;; esac
  [ -n "$own" ] || continue
  case "$1" in *"|w $device $root|"*) continue ;; esac
  case "$options" in ro|ro,*) case "$1" in *"|r $device $root|"*) continue ;; esac ;; esac
  echo "The sandbox was not set up: files of the project were moved meanwhile. Run the command again." >&2
  exit 126
done < /proc/self/mountinfo
shift 2
exec "$@"`;

/** The words to put before a command. */
export function checkMounts(planned: PlannedMounts): readonly string[] {
  const host = readMounts();
  const byPoint = host.toSorted((a, b) => b.point.length - a.point.length);
  const writable = [
    ...planned.mounts.flatMap(({ kind, path }) => (kind === "writable" ? [path] : [])),
    ...planned.writable,
  ].map(escape);
  const readable = [
    // What is hidden is covered by something else, and must not be mounted itself.
    ...planned.mounts.flatMap(({ kind, path }) => (kind === "read-only" || kind === "absent" ? [path] : [])),
    ...planned.readable,
  ].map(escape);
  const inside = host.filter(({ point }) => writable.some((path) => isBelow(point, path)));
  const allowed = [
    ...[...writable, ...devices].map((path) => `w ${keyOf(path, byPoint)}`),
    ...inside.map(({ device, root }) => `w ${device} ${root}`),
    ...[...readable, ...devices].map((path) => `r ${keyOf(path, byPoint)}`),
    ...host.map(({ device, root }) => `r ${device} ${root}`),
  ];
  const known = new Set(host.map(({ device }) => device));
  return ["/bin/sh", "-c", script, "sh", `|${[...new Set(allowed)].join("|")}|`, ` ${[...known].join(" ")} `];
}

/** How the kernel would list a mount of this path. */
function keyOf(path: string, byPoint: readonly MountedPlace[]): string {
  const place = byPoint.find(({ point }) => point === path || isBelow(path, point));
  if (place === undefined) return `none ${path}`;
  const rest = path.slice(place.point === "/" ? 0 : place.point.length);
  const root = place.root === "/" ? rest : `${place.root}${rest}`;
  return `${place.device} ${root === "" ? "/" : root}`;
}

/** The last mount of a point covers the others. */
function readMounts(): readonly MountedPlace[] {
  const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  const places = new Map<string, MountedPlace>();
  for (const line of lines) {
    const [, , device, root, point] = line.split(" ");
    if (device !== undefined && root !== undefined && point !== undefined) places.set(point, { device, root, point });
  }
  return [...places.values()];
}

function escape(path: string): string {
  return path.replaceAll(/[ \t\n\\]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
