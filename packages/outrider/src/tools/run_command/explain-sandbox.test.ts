import { expect, test } from "vitest";
import { explainSandbox } from "./explain-sandbox.ts";

/** What programs print when they have met the sandbox, and which words of the note it leads to. */
const messages = [
  ["/tmp/a.sh: line 1: /etc/x: Read-only file system", "it wrote outside"],
  ["error: unable to unlink old '.vscode/settings.json': Read-only file system", "it wrote outside"],
  ["OSError: [Errno 30] Read-only file system: '/etc/x'", "it wrote outside"],
  ["Error: EROFS: read-only file system, open '/etc/x'", "it wrote outside"],
  ['  failed to write: "/x": Read-only file system (os error 30)', "it wrote outside"],
  ["touch: cannot touch '/etc/x': Read-only file system", "it wrote outside"],
  ["error: could not write config file .git/config: Device or resource busy", "it replaced"],
  ["curl: (6) Could not resolve host: example.org", "it used the network"],
  ["fatal: unable to access 'https://example.org/x/': Could not resolve host: example.org", "it used the network"],
  ["ssh: Could not resolve hostname example.org: Temporary failure in name resolution", "it used the network"],
  ["fatal: Could not read from remote repository.", "it used the network"],
  ["W: Failed to fetch http://example.org/InRelease  Temporary failure resolving 'example.org'", "it used the network"],
  ["npm error code EAI_AGAIN", "it used the network"],
  [
    "npm error request to https://example.org/x failed, reason: getaddrinfo EAI_AGAIN example.org",
    "it used the network",
  ],
  ["ERROR: No matching distribution found for left-pad", "it used the network"],
  [
    "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError('<x>: [Errno -3] Temporary failure in name resolution')': /simple/x/",
    "it used the network",
  ],
  ["wget: unable to resolve host address ‘example.org’", "it used the network"],
  ["go: example.org/x: dial tcp: lookup example.org: no such host", "it used the network"],
  ["bash: connect: Network is unreachable", "it used the network"],
] as const;

test.for(messages)("a pipe does not hide the sandbox: %s", ([line, what]) => {
  const output = `first\n${line}\nlast`;
  const piped = explainSandbox({ command: "build 2>&1 | tail -5", exitCode: 0, text: output });
  expect(piped).toEqual([expect.stringContaining(`part of it may have failed at the sandbox (${what}`)]);
  const stderr = explainSandbox({ command: "build || true", exitCode: 0, text: `first\n2> ${line}\nlast` });
  expect(stderr).toEqual(piped);
  expect(explainSandbox({ command: "build; true", exitCode: 0, text: `stderr:\n${line}` })).toEqual(piped);
  const failed = explainSandbox({ command: "build", exitCode: 1, text: output });
  expect(failed).toEqual([expect.stringContaining(`the sandbox may be the reason (${what}`)]);
});

/** Text about such failures, as it lies in sources, documents and logs. */
const quotes = [
  "src/run.ts:12:  [/read-only file system|EROFS/i, 'it wrote outside'],",
  "docs/a.md-40-touch: cannot touch '/etc/x': Read-only file system",
  "+curl: (6) Could not resolve host: example.org",
  "    12\tcurl: (6) Could not resolve host: example.org",
  "// fails with EROFS: read-only file system, open '/x'",
  '"npm error code EAI_AGAIN",',
  "# bash: connect: Network is unreachable",
  "A Read-only file system is no reason to give up.",
  "if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') retry();",
  "const busy = ['EBUSY', 'device or resource busy'];",
  "ok 3 - says Could not resolve when the host is unknown",
  "2 tests passed: throws EROFS, survives ENETUNREACH",
];

test.for(quotes)("a command that succeeds and prints text about it gets no note: %s", (line) => {
  for (const text of [line, `stderr:\n${line}`]) {
    expect(explainSandbox({ command: "show it 2>&1 | tail -5", exitCode: 0, text })).toEqual([]);
  }
});

test("a success that shows messages of others gets no note, unless they may be its own", () => {
  const [text] = messages[0];
  for (const command of ["cat build.log", "tail -20 build.log 2>&1 | head", "git show HEAD 2>&1", "npm run show"]) {
    expect(explainSandbox({ command, exitCode: 0, text })).toEqual([]);
  }
  expect(explainSandbox({ command: "cat a 2>&1; make 2>&1 | tail", exitCode: 0, text })).toHaveLength(1);
  const search = "grep -rh 'Read-only file system' logs 2>&1 | tail -1";
  expect(explainSandbox({ command: search, exitCode: 0, text })).toEqual([]);
  const early = [text, ...Array.from({ length: 60 }, (_, index) => `line ${index}`)].join("\n");
  expect(explainSandbox({ command: "build 2>&1", exitCode: 0, text: early })).toEqual([]);
});
