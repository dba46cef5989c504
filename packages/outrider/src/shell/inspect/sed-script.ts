/** What a sed script does besides editing. */
export interface SedScript {
  readonly runs: boolean;
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** Reads a sed script as far as possible. */
export function readSedScript(script: string): SedScript {
  const writes: string[] = [];
  const reads: string[] = [];
  let runs = false;
  let at = 0;

  const lineEnd = (): number => {
    const end = script.indexOf("\n", at);
    return end === -1 ? script.length : end;
  };
  const restOfLine = (): string => {
    const rest = script.slice(at, lineEnd()).trim();
    at = lineEnd();
    return rest;
  };
  /** Moves past the next delimiter. */
  const skipTo = (delimiter: string): void => {
    while (at < script.length && script.charAt(at) !== delimiter) at += script.charAt(at) === "\\" ? 2 : 1;
    at += 1;
  };
  const skipAddress = (): void => {
    if (script.charAt(at) === "/") {
      at += 1;
      skipTo("/");
    } else if (script.charAt(at) === "\\") {
      const delimiter = script.charAt(at + 1);
      at += 2;
      skipTo(delimiter);
    } else at += 1;
  };
  const readFlags = (): void => {
    for (; at < script.length && /[a-zA-Z0-9]/.test(script.charAt(at)); at += 1) {
      if (script.charAt(at) === "e") runs = true;
      if (script.charAt(at) !== "w") continue;
      at += 1;
      writes.push(restOfLine());
      return;
    }
  };

  while (at < script.length) {
    const command = script.charAt(at);
    if (!/[a-zA-Z=:#]/.test(command) || (/[IM]/.test(command) && at > 0)) {
      skipAddress();
      continue;
    }
    at += 1;
    if (command === "s" || command === "y") {
      const delimiter = script.charAt(at);
      at += 1;
      skipTo(delimiter);
      skipTo(delimiter);
      if (command === "s") readFlags();
    } else if (command === "e") {
      runs = true;
      at = lineEnd();
    } else if (command === "w" || command === "W") writes.push(restOfLine());
    else if (command === "r" || command === "R") reads.push(restOfLine());
    else if ("aic".includes(command)) skipText();
    else if (command === "#") at = lineEnd();
    else if (":btT".includes(command)) while (at < script.length && !/[;\n}]/.test(script.charAt(at))) at += 1;
  }
  return { runs, writes, reads };

  /** Text of `a`, `i` and `c` continues as long as lines end with a backslash. */
  function skipText(): void {
    for (;;) {
      const end = lineEnd();
      const goesOn = script.charAt(end - 1) === "\\";
      at = end + 1;
      if (!goesOn || at >= script.length) return;
    }
  }
}
