type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables for every command beside the harmless ones that all processes get: no pager, editor or password prompt may wait
 * for somebody who is not there, and what Python prints comes at once. Colours are off anyway, since output is not a terminal.
 */
export function shellEnvironment(names: readonly string[], source: Environment = process.env): Record<string, string> {
  const chosen = names.flatMap((name) => {
    const value = source[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...unattended, ...Object.fromEntries(chosen) };
}

const unattended = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  // Takes the message as git proposes it, so that a rebase can go on.
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  PYTHONUNBUFFERED: "1",
  TERM: "dumb",
};
