/** What a command prints when the sandbox has stopped it, and what it was that it wanted. */
const signs: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/read-only file system|EROFS|os error 30\b/i, "it wrote outside of the project or to a protected file"],
  [/device or resource busy|EBUSY/i, "it replaced a protected file, such as .git/config"],
  [
    /could not resolve|temporary failure in name resolution|name or service not known|EAI_AGAIN|ENOTFOUND|network is unreachable|ENETUNREACH|no such host|failed to lookup address|nodename nor servname/i,
    "it used the network",
  ],
  [/operation not permitted|EPERM/i, "it did something that is not permitted inside"],
];

/** Why a command that failed inside may succeed outside; undefined if nothing points to the sandbox. */
export function explainFailure(output: string): string | undefined {
  const found = signs.filter(([pattern]) => pattern.test(output)).map(([, what]) => what);
  if (found.length === 0) return undefined;
  return `the sandbox may be the reason (${found.join("; ")}); to run it outside, once, call again with outside: true, and the user is asked`;
}
