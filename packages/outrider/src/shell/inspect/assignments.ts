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
  /^(?:LD_\w+|DYLD_\w+|BASH_ENV|BASH_XTRACEFD|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES|GCC_EXEC_PREFIX|COMPILER_PATH|OPENSSL_CONF|OPENSSL_MODULES|VALGRIND_OPTS|GIT_ALLOW_PROTOCOL|ENV|PROMPT_COMMAND|NODE_OPTIONS|PERL5OPT|PERL5DB|RUBYOPT|PYTHONSTARTUP|PYTHONINSPECT|TAR_OPTIONS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_PARAMETERS|BASH_FUNC_.*)$/;
const runs =
  /^(?:GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER)|EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|RSYNC_RSH|SSH_ASKPASS|SUDO_ASKPASS|BROWSER|FCEDIT)$/;
/** Their value is a program, or settings that name one. */
const programs =
  /^(?:SHELL|CC|CXX|RUSTC|RUSTDOC|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|RUSTFLAGS|CARGO_(?:BUILD_RUST\w+|TARGET_\w+_(?:LINKER|RUNNER)|ENCODED_RUSTFLAGS)|GOFLAGS|PYTHONBREAKPOINT|npm_config_(?:script_shell|shell|git|editor|viewer|browser|node_options|userconfig|globalconfig|init_module))$/i;
/** Their value is a file or directory that programs write to. */
const outputs =
  /^(?:GIT_(?:TRACE\w*|REDIRECT_\w+)|TMPDIR|TMP|TEMP|HISTFILE|LESSHISTFILE|SQLITE_HISTORY|PSQL_HISTORY|MYSQL_HISTFILE|NODE_REPL_HISTORY|PYTHON_HISTORY|PYTHONPYCACHEPREFIX|PYTHONUSERBASE|COVERAGE_FILE|NODE_V8_COVERAGE|NODE_REDIRECT_WARNINGS|NODE_COMPILE_CACHE|GCOV_PREFIX|LLVM_PROFILE_FILE|MALLOC_TRACE|CARGO_(?:HOME|TARGET_DIR|INSTALL_ROOT)|GO(?:PATH|BIN|CACHE|ENV|MODCACHE|COVERDIR|TMPDIR)|RUSTUP_HOME|PIP_(?:TARGET|PREFIX|ROOT|LOG|CONFIG_FILE|CACHE_DIR|USER|SRC)|npm_config_(?:prefix|cache|logs_dir|location|global)|DESTDIR|XDG_(?:CONFIG|DATA|STATE|CACHE)_HOME|GEM_HOME|BUNDLE_PATH|COMPOSER_HOME|YARN_\w+_FOLDER|PNPM_HOME|GNUPGHOME)$/i;
/** Their value is a server of this machine or another one. */
const servers =
  /^(?:DOCKER_HOST|DOCKER_CONTEXT|CONTAINER_HOST|SSH_AUTH_SOCK|DBUS_\w+_BUS_ADDRESS|GPG_AGENT_INFO|TMUX)$/;
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
  if (programs.test(name)) reasons.push("names a program that others run, or settings that do");
  if (servers.test(name)) reasons.push("leads programs to another server");
  if (outputs.test(name) && !isSwitch(text) && judgeTarget(value, places) !== "fine") {
    reasons.push("lets programs write outside of the working directory");
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

/** `GIT_TRACE=1` writes to the standard error, and `GIT_TRACE=0` nowhere. */
function isSwitch(text: string | undefined): boolean {
  return text !== undefined && /^(?:\d|true|false|yes|no|on|off)$/i.test(text);
}

function isTuning(name: string, text: string | undefined): boolean {
  return (
    name === "NODE_OPTIONS" &&
    text !== undefined &&
    !/--(?:require|import|loader|experimental-loader|\S*-dir|\S*prof|redirect|report|trace-event|env-file)\b|-r\b/.test(
      text,
    )
  );
}
