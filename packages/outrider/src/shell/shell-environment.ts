type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables for every command in addition to the harmless ones that all processes get: no pager, editor or password prompt
 * may wait for an absent user, and Python's output is unbuffered. Colours are off anyway, since output is not a terminal.
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
  // Accepts the message that git proposes, so that a rebase can continue.
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  PYTHONUNBUFFERED: "1",
  TERM: "dumb",
};
