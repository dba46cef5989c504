import type { Invocation } from "./invocation.ts";
import { textOf } from "./word.ts";

type Arguments = Pick<Invocation, "args">;

const valueOptions = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--exec-path",
  "--config-env",
  "--super-prefix",
  "--attr-source",
]);

function commandIndex({ args }: Arguments): number {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    const text = word === undefined ? undefined : textOf(word);
    if (text === undefined || !text.startsWith("-")) return at;
    if (valueOptions.has(text)) at += 1;
  }
  return args.length;
}

/** The subcommand of git; "" if there is none, undefined if it is unknown. */
export function gitCommand(invocation: Arguments): string | undefined {
  const word = invocation.args[commandIndex(invocation)];
  return word === undefined ? "" : textOf(word);
}

export function afterCommand(invocation: Arguments): Arguments {
  return { args: invocation.args.slice(commandIndex(invocation) + 1) };
}

export function beforeCommand(invocation: Arguments): Arguments {
  return { args: invocation.args.slice(0, commandIndex(invocation)) };
}

/** Git settings whose value is a program, or that include further settings. */
export const runsPrograms =
  /^(?:alias\..*|core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|worktree)|.*\.(?:command|extcmd|textconv|clean|smudge|process|cmd|program|helper|driver|uploadpack|receivepack|vcs)|diff\.external|sequence\.editor|pager\..*|include\.path|includeif\..*|credential\..*|url\..*|protocol\..*|trace2\..*|remote\..*\.(?:url|pushurl)|http\..*proxy|.*\.proxy|core\.attributesfile|init\.templatedir|maintenance\..*|filter\..*|merge\..*\.driver|gpg\..*|submodule\..*\.update|trailer\..*)$/i;
