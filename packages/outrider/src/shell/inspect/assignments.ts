import { runsPrograms } from "./git-command.ts";
import { judgeTarget } from "./judge-target.ts";
import type { PathJudge } from "./places.ts";
import { textOf, textsOf, type Word } from "./word.ts";

/** An environment variable: `A=b` before a program, after `env` or `export`, or on its own. */
export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export interface AssignmentDangers {
  readonly reasons: readonly string[];
  /** Scripts that some program will run because of the variable. */
  readonly scripts: readonly Word[];
}

const loaders =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PROMPT_COMMAND|NODE_OPTIONS|PERL5OPT|PERL5DB|RUBYOPT|PYTHONSTARTUP|PYTHONINSPECT|TAR_OPTIONS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_PARAMETERS|BASH_FUNC_.*)$/;
const runs =
  /^(?:GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER)|EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|RSYNC_RSH|SSH_ASKPASS|SUDO_ASKPASS|BROWSER|FCEDIT)$/;
const gitFiles = /^GIT_CONFIG(?:_GLOBAL|_SYSTEM)?$/;
const gitPlaces = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR)$/;

/** Variables that make programs run something, or work in another place. */
export function findAssignmentDangers({ name, value }: Assignment, places: PathJudge): AssignmentDangers {
  const text = textOf(value);
  const reasons: string[] = [];
  if (text === "") return { reasons, scripts: [] };
  if (loaders.test(name) && !isTuning(name, text)) reasons.push("makes every program load or run something first");
  if (/^PS[0-4]$/.test(name) && (value.unknown || textsOf(value).some((prompt) => /\$\(|`|\$\{\s|@P/.test(prompt)))) {
    reasons.push("runs commands with each prompt or traced line");
  }
  if (name.startsWith("GIT_CONFIG_KEY_") && (text === undefined || runsPrograms.test(text))) {
    reasons.push("gives git a setting that runs other programs");
  }
  if (gitFiles.test(name) && text !== "/dev/null") reasons.push("gives git settings from another file");
  if (gitPlaces.test(name) && ["outside", "unknown"].includes(judgeTarget(value, places))) {
    reasons.push("lets git work outside of the working directory");
  }
  if (textsOf(value).some(hidesCommand)) reasons.push(hidden);
  return { reasons, scripts: runs.test(name) ? [value] : [] };
}

export const hidden = "text that the shell runs when it counts with it";

/** `a[$(…)]`: where a number is expected, the shell runs what is in the brackets. */
export function hidesCommand(text: string): boolean {
  return text.split("]").some((part) => {
    const start = part.search(/\w\[/);
    return start !== -1 && Math.max(part.lastIndexOf("$("), part.lastIndexOf("`")) > start;
  });
}

function isTuning(name: string, text: string | undefined): boolean {
  return (
    name === "NODE_OPTIONS" &&
    text !== undefined &&
    !/--(?:require|import|loader|experimental-loader)\b|-r\b/.test(text)
  );
}
