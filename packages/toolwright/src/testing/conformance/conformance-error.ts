/** What to change where the tool cannot help it. */
export const kernelFault = "nothing in the tool; this is the kernel's promise, report it.";

/** Why a tool does not conform: what was seen, what was expected, and what to change in the tool. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code = "not_conformant";

  constructor(seen: string, expected: string, change: string) {
    super(`Seen: ${seen}\nExpected: ${expected}\nChange: ${change}`);
  }
}
