import { afterCommand, beforeCommand, gitCommand, runsPrograms } from "../git-command.ts";
import { hasDashes, hasOption, type Invocation, operands, subcommand, surelyHasOption } from "../invocation.ts";
import { judgeTarget, mayWriteTo } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { hasPattern, literalWord, textOf, textsOf } from "../word.ts";

type Rest = Pick<Invocation, "args" | "places">;

/** A rule for one subcommand; global options before it, such as `-C dir`, are already removed. */
function git(name: string, reason: string, when: (rest: Rest) => boolean = () => true): Rule {
  return {
    programs: ["git"],
    reason,
    when: (invocation) =>
      gitCommand(invocation) === name && when({ ...afterCommand(invocation), places: invocation.places }),
  };
}

/** Work that is committed nowhere, or only where nobody finds it any more. */
const losses: readonly Rule[] = [
  git(
    "push",
    "overwrites or deletes what others have on the remote",
    (rest) =>
      hasOption(rest, "-f", "--force", "--force-with-lease", "--mirror", "-d", "--delete", "--prune") ||
      operands(rest).some((word) => textsOf(word).some((text) => text.startsWith("+") || text.startsWith(":"))),
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
  git("checkout-index", "throws uncommitted changes away", (rest) => hasOption(rest, "-f", "--force")),
  git("read-tree", "throws uncommitted changes away", (rest) => hasOption(rest, "-u", "--reset")),
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
];

export const gitRules: readonly Rule[] = [
  ...losses.map((rule): Rule => ({ ...rule, loses: true })),
  {
    programs: ["git"],
    reason: "the git command cannot be told before it runs",
    when: (git) => gitCommand(git) === undefined,
  },
  {
    programs: ["git"],
    reason: "gives git a setting that runs other programs",
    when: (git) => setsProgram(beforeCommand(git)) || optionValues(beforeCommand(git), "--exec-path").length > 0,
  },
  {
    programs: ["git"],
    reason: "works outside of the working directory",
    when: (git) =>
      !onlyReads.has(gitCommand(git) ?? "") &&
      optionValues(beforeCommand(git), "-C", "--work-tree", "--git-dir").some((word) =>
        ["outside", "device"].includes(judgeTarget(word, git.places)),
      ),
  },
  {
    programs: ["git"],
    reason: "writes outside of the working directory",
    when: (git) => createsOutside(gitCommand(git) ?? "", { ...afterCommand(git), places: git.places }),
  },
  ...["fetch", "pull", "clone", "ls-remote", "push", "archive", "submodule"].map((name) =>
    git(
      name,
      "lets git run another program",
      (rest) =>
        surelyHasOption(rest, "--upload-pack", "--receive-pack", "--exec") ||
        (name === "clone" && optionValues(rest, "-u").length > 0) ||
        rest.args.some((word) => textsOf(word).some((text) => /^[\w-]+::/.test(text))),
    ),
  ),
  git("clone", "gives the new repository settings or hooks", (rest) =>
    givesSettings(rest, "-c", "--config", "--template"),
  ),
  git("init", "gives the new repository settings or hooks", (rest) => givesSettings(rest, "--template")),
  git("push", "writes to a repository outside of the working directory", (rest) =>
    namesOutside(operands(rest).slice(0, 1), rest),
  ),
  git(
    "remote",
    "names a repository outside of the working directory",
    (rest) => ["add", "set-url"].includes(subcommand(rest)) && namesOutside(operands(rest).slice(2), rest),
  ),
  git("config", "writes settings to a file", (rest) =>
    optionValues(rest, "-f", "--file").some((word) => !mayWriteTo(word, rest.places)),
  ),
  git("checkout-index", "writes outside of the working directory", (rest) =>
    optionValues(rest, "--prefix").some((word) => !mayWriteTo(word, rest.places)),
  ),
  git(
    "lfs",
    "changes settings of the user",
    (rest) =>
      !["", "ls-files", "status", "env", "version", "pull", "fetch", "checkout", "track"].includes(subcommand(rest)),
  ),
  git("apply", "writes outside of the working directory", (rest) => surelyHasOption(rest, "--unsafe-paths")),
  {
    programs: ["git"],
    reason: "a git command that Outrider does not know",
    when: (git) =>
      !knownCommands.has(gitCommand(git) ?? "") &&
      !surelyHasOption(beforeCommand(git), "--version", "--help", "-h", "-v"),
  },
  git("grep", "lets git run another program", (rest) => optionsStart(rest, "-O", "--open-files-in-pager")),
  git("config", "changes settings beyond the project, or ones that run programs", (rest) => changesSettings(rest)),
];

/** Aliases and programs named `git-…` are not among them, and neither is what serves, installs or stores passwords. */
const knownCommands: ReadonlySet<string> = new Set(
  `add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-ref-format checkout checkout-index
  cherry cherry-pick clean clone commit commit-graph commit-tree config count-objects describe diff diff-files diff-index diff-tree
  difftool fetch filter-branch filter-repo for-each-ref format-patch fsck gc grep hash-object help init interpret-trailers lfs log
  ls-files ls-remote ls-tree merge merge-base merge-file merge-tree mv name-rev notes pack-objects pack-refs patch-id prune pull push
  range-diff read-tree rebase reflog remote repack replace rerere reset restore rev-list rev-parse revert rm shortlog show show-branch
  show-ref sparse-checkout stash status stripspace submodule subtree switch symbolic-ref tag update-index update-ref var
  verify-commit verify-tag version whatchanged worktree write-tree`.split(/\s+/),
);

/** Common settings in scripts. */
const harmlessSetting = /^(?:core\.pager=(?:cat)?|.*=(?:cat|true|false)?)$/i;

const onlyReads = new Set(
  "status log diff show rev-parse ls-files ls-tree branch remote blame grep describe cat-file config rev-list show-ref shortlog check-ignore version merge-base".split(
    " ",
  ),
);

/** Commands that create a directory or file at a path given by an operand or option. */
function createsOutside(name: string, rest: Rest): boolean {
  const values = operands(rest);
  const isMade = (from: number): boolean => values.slice(from).some((word) => !mayWriteTo(word, rest.places));
  if (optionValues(rest, "--separate-git-dir", "--output").some((word) => !mayWriteTo(word, rest.places))) return true;
  if (["archive", "format-patch"].includes(name)) {
    return optionValues(rest, "-o", "--output", "--output-directory").some((word) => !mayWriteTo(word, rest.places));
  }
  if (name === "clone") return values.length > 1 && isMade(values.length - 1);
  if (name === "init") return isMade(0);
  return (name === "worktree" && subcommand(rest) === "add" && isMade(1)) || (name === "bundle" && isMade(1));
}

function givesSettings(rest: Rest, ...options: readonly string[]): boolean {
  return optionValues(rest, ...options).some((word) => {
    const text = textOf(word);
    return (
      text !== "" &&
      (text === undefined ||
        !/^(?:user\.(?:name|email)|core\.(?:autocrlf|symlinks|longpaths|filemode)|http\.postBuffer)=/i.test(text))
    );
  });
}

/** A repository by its path; a name or an address of another machine is none. */
function namesOutside(words: readonly Rest["args"][number][], { places }: Rest): boolean {
  return words.some((word) => {
    const texts = textsOf(word).map((text) => text.replace(/^file:\/\//, ""));
    if (texts.every((text) => /^[\w.-]+$/.test(text) || /^(?:https?|ssh|git):|^[\w.-]+@?[\w.-]*:(?!\/\/)/.test(text)))
      return false;
    return word.unknown ? word.mayBeOption : texts.some((text) => !mayWriteTo(literalWord(text), places));
  });
}

function optionsStart({ args }: Pick<Invocation, "args">, ...starts: readonly string[]): boolean {
  return args.some((word) => textsOf(word).some((text) => starts.some((start) => text.startsWith(start))));
}

function setsProgram({ args }: Pick<Invocation, "args">): boolean {
  return optionValues({ args }, "-c", "--config-env").some((word) => {
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

/** Whether `checkout` is given files, and not only what to check out. */
function namesFiles(rest: Rest): boolean {
  if (hasDashes(rest) || optionsStart(rest, "--pathspec-from-file")) return true;
  const values = operands(rest);
  if (surelyHasOption(rest, "-b", "-B", "--orphan")) return false;
  return values.length > 1 || values.some((word) => isFile(word, rest));
}

function isFile(word: Rest["args"][number], { places }: Rest): boolean {
  if (word.readings.some((reading) => hasPattern(reading))) return true;
  return textsOf(word).some(
    (text) =>
      text.endsWith("/") ||
      /^[.:]|\*|[^\d.]\.[a-zA-Z][a-zA-Z0-9]{0,5}$/.test(text) ||
      places.pathsOf(literalWord(text))?.some((path) => text !== "-" && places.exists(path)) === true,
  );
}
