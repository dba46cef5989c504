import { tellError } from "./describe-failure.ts";
import type { Redact } from "./redact.ts";

/** Tells the host what went wrong beside its calls: cleaned, without secrets, and never throwing at the SDK. */
export function createFaultReporter(
  source: string,
  redact: Redact,
  onFault: (error: Error) => void = emitWarning,
): (error: unknown) => void {
  // The transport and its client both tell of the same error.
  const told = new WeakSet<object>();
  return (error) => {
    if (typeof error === "object" && error !== null) {
      if (told.has(error)) return;
      told.add(error);
    }
    try {
      onFault(new Error(`${source}: ${tellError(error, redact)}`));
    } catch {
      // The listener's own affair.
    }
  };
}

function emitWarning({ message }: Error): void {
  process.emitWarning(message, "ToolwrightWarning");
}
