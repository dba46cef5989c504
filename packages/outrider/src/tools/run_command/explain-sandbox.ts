/** A command that has ended in the sandbox. */
export interface SandboxedEnd {
  readonly command: string;
  /** Null if a signal has ended it. */
  readonly exitCode: number | null;
  /** As it is shown: lines of stderr are marked. */
  readonly text: string;
  /** As `host:port`: what it asked for and the user has not allowed. */
  readonly refusedHosts?: readonly string[] | undefined;
}

/** What a command prints when the sandbox has stopped it, and what it was that it wanted. */
interface Sign {
  readonly words: RegExp;
  /** A line that is such a message for sure, and neither text about one nor code that makes one. */
  readonly message?: RegExp;
  readonly what: string;
}

const signs: readonly Sign[] = [
  {
    words: /read-only file system|EROFS|os error 30\b|unable to create temporary object directory/i,
    message:
      /: read-only file system[.)]?$|\[Errno 30\] Read-only file system: |EROFS: read-only file system, \w+ '|\(os error 30\)$/i,
    what: "it wrote outside of the project or to a protected file",
  },
  {
    words: /device or resource busy|EBUSY/i,
    message: /: device or resource busy$|\[Errno 16\] Device or resource busy: |EBUSY: resource busy or locked, \w+ '/i,
    what: "it replaced a protected file, such as .git/config",
  },
  {
    words:
      /could not resolve|temporary failure (?:in name resolution|resolving)|name or service not known|unable to resolve host|EAI_AGAIN|ENOTFOUND|network is unreachable|ENETUNREACH|no such host|failed to lookup address|nodename nor servname|could not read from remote repository|no matching distribution found for/i,
    message:
      /could not resolve (?:host(?:name)?:? [\w.-]+|'[\w.-]+')|temporary failure in name resolution(?:['")]|$)|temporary failure resolving '|: name or service not known[.)]?$|unable to resolve host address|(?:getaddrinfo|code) (?:EAI_AGAIN|ENOTFOUND)\b|: network is unreachable[.)]?$|connect ENETUNREACH |: no such host$|failed to lookup address information: |^fatal: could not read from remote repository|^ERROR: no matching distribution found for /i,
    what: "it used the network",
  },
  { words: /[Oo]peration not permitted|\bEPERM\b/, what: "it did something that is not permitted inside" },
];

/** Why a command may succeed outside, as notes; none if nothing points to the sandbox. */
export function explainSandbox(end: SandboxedEnd): readonly string[] {
  return [...noteRefused(end.refusedHosts ?? []), ...noteFailed(end)];
}

function noteRefused(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) return [];
  const shown = hosts.slice(0, shownHosts).join(", ");
  return [
    `commands of this session asked for hosts that the user has not allowed: ${shown}; security.allow_hosts in the user's settings allows them, outside: true asks the user`,
  ];
}

function noteFailed({ command, exitCode, text }: SandboxedEnd): readonly string[] {
  if (exitCode === 1 && /^(?:stderr:\n)?bwrap: Can't /.test(text))
    return ["the sandbox could not be set up, since files changed meanwhile; nothing was run: call again"];
  if (exitCode !== 0) {
    return noteAbout(
      "the sandbox may be the reason",
      signs.filter(({ words }) => words.test(text)),
    );
  }
  // A pipe or an `||` hides the failure, and git calls it a success if it could not write its settings.
  const lines = messageLines(command, text);
  return noteAbout(
    "part of it may have failed at the sandbox",
    // A command that searches for these words prints them.
    signs.filter(({ words, message }) => !words.test(command) && lines.some((line) => message?.test(line) === true)),
  );
}

function noteAbout(beginning: string, found: readonly Sign[]): readonly string[] {
  if (found.length === 0) return [];
  const reasons = found.map(({ what }) => what).join("; ");
  return [`${beginning} (${reasons}); to run it outside, once, call again with outside: true, and the user is asked`];
}

const shownHosts = 5;
const lookedLines = 40;
const longestLine = 1_000;
const mergesStreams = /2>\s*&1|\|&|&>/;
/** A single command, or a pipe, that begins with a program that shows what is written in files. */
const onlyShows =
  /^\s*(?:cat|head|tail|grep|rg|sed|awk|jq|less|git (?:log|show|diff|grep|blame))\s(?!.*(?:[;\n]|&&|\|\|))/s;
/** A hit of a search, a line of a diff, or a line of code. */
const quoted = /^\S+?[:-]\d+[:-]|^[+-]|^\s*(?:\/\/|[*#"'`|>]|\d+[\t:])/;

/** The last lines that may be messages of programs: those of stderr, and all if the command has joined it with stdout. */
function messageLines(command: string, text: string): readonly string[] {
  const lines = text.split("\n");
  const isAllMessages = lines[0] === "stderr:" || (mergesStreams.test(command) && !onlyShows.test(command));
  return lines
    .slice(-lookedLines)
    .filter((line) => line.length <= longestLine && (isAllMessages || line.startsWith("2> ")))
    .map((line) => line.replace(/^2> /, "").trimEnd())
    .filter((line) => !quoted.test(line));
}
