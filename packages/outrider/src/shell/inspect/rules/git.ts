import { hasDashes, hasOption, type Invocation, operands, subcommand, surelyHasOption } from "../invocation.ts";
import type { Rule } from "../rule.ts";
import { textOf, textsOf } from "../word.ts";

/** A rule for one subcommand; what stands before it, such as `-C dir`, is gone by then. */
function git(name: string, reason: string, when: (rest: Pick<Invocation, "args">) => boolean = () => true): Rule {
  return {
    programs: ["git"],
    reason,
    when: (invocation) => isCommand(invocation, name) && when(afterCommand(invocation)),
  };
}

export const gitRules: readonly Rule[] = [
  {
    programs: ["git"],
    reason: "the git command cannot be told before it runs",
    when: (git) => commandOf(git) === undefined,
  },
  {
    programs: ["git"],
    reason: "gives git a setting that runs other programs",
    when: (git) => setsProgram(beforeCommand(git)),
  },
  git(
    "push",
    "overwrites or deletes what others have on the remote",
    (rest) =>
      hasOption(rest, "-f", "--force", "--force-with-lease", "--mirror", "-d", "--delete", "--prune") ||
      operands(rest).some((word) => textsOf(word).some((text) => text.startsWith("+") || text.startsWith(":"))),
  ),
  ...["fetch", "pull", "clone", "ls-remote", "push", "archive", "submodule"].map((name) =>
    git(
      name,
      "lets git run another program",
      (rest) =>
        surelyHasOption(rest, "--upload-pack", "--receive-pack", "--exec") ||
        rest.args.some((word) => textsOf(word).some((text) => text.startsWith("ext::"))),
    ),
  ),
  git("reset", "throws uncommitted changes away", (rest) => hasOption(rest, "--hard", "--merge", "--keep")),
  git(
    "clean",
    "deletes files that git does not know",
    (rest) => hasOption(rest, "-f", "--force", "-x", "-X") && !surelyHasOption(rest, "-n", "--dry-run"),
  ),
  git("checkout", "throws uncommitted changes away", (rest) => hasOption(rest, "-f", "--force") || namesFiles(rest)),
  git(
    "restore",
    "throws uncommitted changes away",
    (rest) => !surelyHasOption(rest, "-S", "--staged") || hasOption(rest, "-W", "--worktree"),
  ),
  git("switch", "throws uncommitted changes away", (rest) => hasOption(rest, "-f", "--force", "--discard-changes")),
  git("branch", "deletes or moves a branch whatever is on it", (rest) =>
    hasOption(rest, "-D", "-f", "--force", "-M", "-C"),
  ),
  git("tag", "deletes or moves a tag", (rest) => hasOption(rest, "-d", "--delete", "-f", "--force")),
  git("stash", "throws stashed changes away", (rest) => ["drop", "clear"].includes(subcommand(rest))),
  git("rm", "deletes files with changes that are not committed", (rest) => hasOption(rest, "-f", "--force", "-r")),
  git("filter-branch", "rewrites history"),
  git("filter-repo", "rewrites history"),
  git("update-ref", "moves references by hand"),
  git("reflog", "deletes the way back to lost commits", (rest) => ["expire", "delete"].includes(subcommand(rest))),
  git("gc", "deletes the way back to lost commits", (rest) => hasOption(rest, "--prune")),
  git("prune", "deletes the way back to lost commits"),
  git(
    "worktree",
    "removes a working tree with its changes",
    (rest) => subcommand(rest) === "remove" && hasOption(rest, "-f", "--force"),
  ),
  git("config", "changes settings beyond the project, or ones that run programs", (rest) => changesSettings(rest)),
];

const valueOptions = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"]);

function commandIndex({ args }: Pick<Invocation, "args">): number {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    const text = word === undefined ? undefined : textOf(word);
    if (text === undefined || !text.startsWith("-")) return at;
    if (valueOptions.has(text)) at += 1;
  }
  return args.length;
}

/** "" when there is none, undefined when nobody can tell. */
function commandOf(invocation: Invocation): string | undefined {
  const word = invocation.args[commandIndex(invocation)];
  return word === undefined ? "" : textOf(word);
}

function isCommand(invocation: Invocation, name: string): boolean {
  return commandOf(invocation) === name;
}

export function afterCommand(invocation: Pick<Invocation, "args">): Pick<Invocation, "args"> {
  return { args: invocation.args.slice(commandIndex(invocation) + 1) };
}

function beforeCommand(invocation: Invocation): Pick<Invocation, "args"> {
  return { args: invocation.args.slice(0, commandIndex(invocation)) };
}

const runsPrograms =
  /^(?:alias\..*|core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|.*\.(?:command|textconv|clean|smudge|process|cmd|program|helper)|diff\.external|sequence\.editor|pager\..*|include\.path|includeif\..*|credential\..*|url\..*)$/i;
// What scripts set all day.
const harmlessSetting = /^(?:core\.pager=(?:cat)?|.*=(?:cat|true|false)?)$/i;

function setsProgram({ args }: Pick<Invocation, "args">): boolean {
  return args.some((word, at) => {
    const before = args[at - 1];
    if (before === undefined || textOf(before) !== "-c") return false;
    const text = textOf(word);
    return text === undefined || (runsPrograms.test(text.split("=")[0] ?? "") && !harmlessSetting.test(text));
  });
}

function changesSettings(rest: Pick<Invocation, "args">): boolean {
  if (
    surelyHasOption(rest, "--get", "--get-all", "--get-regexp", "-l", "--list") ||
    ["get", "list"].includes(subcommand(rest))
  )
    return false;
  const [name, value] = operands(rest).map((word) => textOf(word) ?? "");
  const isRead =
    value === undefined && !hasOption(rest, "--unset", "--unset-all", "--remove-section", "-e", "--edit", "--add");
  if (isRead) return false;
  return hasOption(rest, "--global", "--system") || runsPrograms.test(name === "set" ? (value ?? "") : (name ?? ""));
}

function namesFiles(rest: Pick<Invocation, "args">): boolean {
  return (
    hasDashes(rest) ||
    operands(rest).some((word) => textsOf(word).some((text) => text.endsWith("/") || [".", ":/", "*"].includes(text)))
  );
}
