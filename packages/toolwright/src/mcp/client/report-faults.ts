import { tellError } from "./describe-failure.ts";
import type { Redact } from "./redact.ts";

/** What a server can make us tell in a minute, so that it cannot fill a log. */
const maxFaults = 50;
const windowMs = 60_000;

/** Tells the host what went wrong beside its calls: cleaned, without secrets, and never throwing at the SDK. */
export function createFaultReporter(
  source: string,
  redact: Redact,
  onFault: (error: Error) => void = emitWarning,
): (error: unknown) => void {
  // The transport and its client both tell of the same error.
  const told = new WeakSet<object>();
  let since = performance.now();
  let count = 0;
  return (error) => {
    if (typeof error === "object" && error !== null) {
      if (told.has(error)) return;
      told.add(error);
    }
    if (performance.now() - since > windowMs) [since, count] = [performance.now(), 0];
    if (++count > maxFaults) return;
    const rest = count === maxFaults ? " Further faults within this minute are not reported." : "";
    try {
      onFault(new Error(`${source}: ${tellError(error, redact)}${rest}`));
    } catch {
      // The listener's own affair.
    }
  };
}

function emitWarning({ message }: Error): void {
  process.emitWarning(message, "ToolwrightWarning");
}
