import { cargo } from "./cargo.ts";
import { eslint } from "./eslint.ts";
import { summariseGeneric } from "./generic.ts";
import { goTest } from "./go-test.ts";
import { pytest } from "./pytest.ts";
import { renderSummary, type Summariser } from "./summary.ts";
import { tsc } from "./tsc.ts";
import { vitest } from "./vitest.ts";

/** Those with the clearest marks first: a test run may print compiler output. */
const summarisers: readonly Summariser[] = [pytest, vitest, goTest, cargo, eslint, tsc];

/** A long output in about 600 tokens: typed if its kind is known, otherwise its ends and lines that look like errors. */
export function summariseOutput(command: string, output: string): string {
  const text = output.split("\n").map(cut).join("\n");
  for (const summariser of summarisers) {
    const summary = summariser.detect(command, text) ? summariser.summarise(text) : undefined;
    if (summary !== undefined) return renderSummary(summariser.kind, summary);
  }
  return summariseGeneric(text);
}

/** Nothing relevant is further right, and patterns are slow on very long lines. */
function cut(line: string): string {
  return line.length > maxLine ? line.slice(0, maxLine) : line;
}

const maxLine = 2_000;
