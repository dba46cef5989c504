import { tmpdir } from "node:os";
import type { ProcessSandbox, SandboxedCommand, SandboxPolicy } from "../../tool/process-contract.ts";
import { realPath } from "./mounts.ts";

export interface SeatbeltOptions {
  /** Absolute path of `sandbox-exec`. */
  readonly program: string;
  /** The directory for temporary files. */
  readonly temp: string;
}

/** The command that runs another one under a seatbelt profile of macOS. */
export function wrapInSeatbelt(
  command: SandboxedCommand,
  policy: SandboxPolicy,
  { program, temp }: SeatbeltOptions,
): ReturnType<ProcessSandbox["enter"]> {
  const args = ["-p", seatbeltProfile(policy, temp), command.file, ...command.args];
  return { file: program, args, env: { ...command.env, TMPDIR: temp }, leave: () => {} };
}

/**
 * The last rule that fits decides. Writing is forbidden but for what the policy names; loopback is the only network. Rules
 * are by path, so that what is absent cannot be made either.
 */
export function seatbeltProfile(policy: SandboxPolicy, temp: string): string {
  const rules = [
    ...policy.writable.map((path) => ({ path, text: `(allow file-write* ${subpath(path)})` })),
    ...policy.protected.map((path) => ({ path, text: `(deny file-write* ${subpath(path)})` })),
    ...(policy.readable ?? []).map((path) => ({ path, text: `(allow file-read* ${subpath(path)})` })),
    ...policy.hidden.map((path) => ({ path, text: `(deny file-read* file-write* ${subpath(path)})` })),
  ].toSorted((a, b) => realPath(a.path).length - realPath(b.path).length);
  return [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    `(deny file-read* file-write* ${subpath(tmpdir())} ${subpath("/tmp")})`,
    `(allow file-read* file-write* ${subpath(temp)})`,
    "(deny network*)",
    '(allow network* (local ip "localhost:*"))',
    '(allow network-outbound (remote ip "localhost:*"))',
    "(deny process-info* (target others))",
    "(deny signal (target others))",
    "(allow signal (target same-sandbox))",
    ...rules.flatMap(({ path, text }) => [text, ...renames(path, policy)]),
  ].join("\n");
}

/** A directory above a protected file must not be renamed, or another one could take its place. */
function renames(path: string, policy: SandboxPolicy): readonly string[] {
  if (!policy.protected.includes(path)) return [];
  const real = realPath(path);
  const roots = policy.writable.map(realPath).filter((root) => real.startsWith(`${root}/`));
  return roots.flatMap((root) => {
    const parts = real
      .slice(root.length + 1)
      .split("/")
      .slice(0, -1);
    return parts.map(
      (_, index) =>
        `(deny file-write-unlink (literal ${JSON.stringify([root, ...parts.slice(0, index + 1)].join("/"))}))`,
    );
  });
}

function subpath(path: string): string {
  return `(subpath ${JSON.stringify(realPath(path))})`;
}
