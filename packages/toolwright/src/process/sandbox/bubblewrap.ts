import { readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import type { SandboxedCommand } from "../../tool/process-contract.ts";
import { checkMounts } from "./check-mounts.ts";
import { isBelow, kindOf, type Mount, realPath } from "./mounts.ts";
import { enterNamespace, isRoot, type NetworkNamespace } from "./network-namespace.ts";

export interface BubblewrapOptions {
  /** Absolute path of `bwrap`. */
  readonly program: string;
  /** What processes inside see as the directories for temporary files. */
  readonly temp: string;
  /** The network namespace to share, or a new one without any network for each command. */
  readonly network: NetworkNamespace | "none";
}

/** The command that runs another one in bubblewrap. */
export function wrapInBubblewrap(
  command: SandboxedCommand,
  mounts: readonly Mount[],
  options: BubblewrapOptions,
): Pick<SandboxedCommand, "file" | "args"> {
  const { program, network, temp } = options;
  const check = checkMounts({ mounts, writable: [realPath(temp)], readable: runtimePrograms });
  const inner = [...bubblewrapArguments(mounts, options), "--", ...check, command.file, ...command.args];
  if (network === "none") return { file: program, args: ["--unshare-net", ...inner] };
  return { file: network.nsenter, args: [...enterNamespace(network), program, ...inner] };
}

/** Namespaces of its own, no rights, and the file system to be read. */
const ground = [
  "--unshare-user-try",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  // It names a directory of the host for sockets, which is not there inside; without it, programs use one for temporary files.
  "--unsetenv",
  "XDG_RUNTIME_DIR",
];

/** Sockets and settings of the running system. NixOS keeps its programs there. */
const runtime = "/run";
const runtimePrograms = ["/run/current-system", "/run/wrappers", "/run/opengl-driver"];

function bubblewrapArguments(mounts: readonly Mount[], { temp }: BubblewrapOptions): readonly string[] {
  const tempPlaces = [...new Set(["/tmp", "/var/tmp", tmpdir()].map(realPath))].filter(
    (place) => kindOf(place) === "directory",
  );
  const covered = [runtime, ...tempPlaces];
  const hiddenDirectories = mounts.flatMap((mount) => (mount.kind === "hidden" && mount.directory ? [mount.path] : []));
  return [
    ...ground,
    // Root may write to the settings of the kernel there even without any capability.
    ...(isRoot() ? ["--remount-ro", "/proc"] : []),
    "--tmpfs",
    runtime,
    ...runtimePrograms.flatMap((place) => ["--ro-bind-try", place, place]),
    ...tempPlaces.flatMap((place) => ["--bind", temp, place]),
    ...mounts.flatMap(mountArguments),
    ...hostSockets(mounts, covered).flatMap((socket) => ["--ro-bind", "/dev/null", socket]),
    ...[runtime, ...hiddenDirectories].flatMap((path) => ["--remount-ro", path]),
  ];
}

function mountArguments(mount: Mount): readonly string[] {
  const { kind, path } = mount;
  if (kind === "writable") return ["--bind", path, path];
  if (kind === "hidden") return mount.directory ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  return ["--ro-bind", path, path];
}

/**
 * The sockets of this machine that can be reached by a path inside. A read-only file system does not keep anybody from
 * connecting to one.
 */
function hostSockets(mounts: readonly Mount[], covered: readonly string[]): readonly string[] {
  const places = [...covered.map((path) => ({ kind: "hidden", path })), ...mounts];
  const isReachable = (socket: string): boolean =>
    places.filter(({ path }) => isBelow(socket, path)).toSorted((a, b) => b.path.length - a.path.length)[0]?.kind !==
    "hidden";
  const sockets = [...boundPaths(), ...namedPaths()].filter(isSocket).map(realPath);
  return [...new Set(sockets)].filter((socket) => isReachable(socket));
}

/** The names that sockets were bound to, in the network namespace of this process. */
function boundPaths(): readonly string[] {
  const lines = readFileSync("/proc/net/unix", "utf8").split("\n").slice(1);
  return lines.flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
}

/**
 * What the environment names as a socket, such as `unix:path=/run/bus,guid=1` or `/tmp/tmux/default,1,0`: one of another
 * container, or one that was moved, is not in the list of the kernel.
 */
function namedPaths(): readonly string[] {
  const values = Object.values(process.env);
  return values.flatMap((value = "") => /^(?:unix:(?:path=|\/\/)?)?(\/[^,;:]+)/.exec(value)?.[1] ?? []);
}

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}
