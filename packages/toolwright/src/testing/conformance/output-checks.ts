import type { SpillStore } from "../../output/spill-contract.ts";
import { minBudgetTokens } from "../../tool/check-definition.ts";
import type { AnyTool } from "../../tool/tool.ts";
import { benchPrincipal } from "./bench.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, requireFailure, requireOk } from "./require-outcome.ts";

const marker = "zz-bad-output-90c1";

/** Nothing wrong is delivered and nothing is lost. */
export const outputChecks: readonly CheckDefinition[] = [
  {
    id: "output:invalid",
    title: "a value that breaks the output schema is never delivered",
    async findReasonToSkip({ tool }) {
      if (tool.output === undefined) return "it has no output schema";
      return (await findBadValue(tool)) === undefined ? "its output schema takes every value" : undefined;
    },
    async examine(subject) {
      const bad = await findBadValue(subject.tool);
      await using bench = subject.open({ steer: () => () => bad?.value });
      const started = bench.start();
      await started.reached;
      const outcome = await started.outcome;
      requireFailure("invalid_output", outcome, [], {
        when: "with a value that breaks the schema",
        change: kernelFault,
      });
      if (!JSON.stringify(outcome).includes(marker)) return;
      throw new ConformanceError("the outcome holds the bad value.", "an outcome without it.", kernelFault);
    },
  },
  {
    id: "output:oversize",
    title: "an answer over its budget is stored whole and can be read back byte for byte",
    needsExample: true,
    async examine(subject) {
      let whole = "";
      const format = (value: unknown): string => {
        whole = `${formatAsTool(subject.tool, value)}\n${padding}`;
        return whole;
      };
      await using bench = subject.open({ change: { budgetTokens: minBudgetTokens, format } });
      const outcome = await bench.start().outcome;
      const wanted = { when: `with a budget of ${minBudgetTokens} tokens`, change: kernelFault };
      const { spill, text } = requireOk(outcome, bench.faults(), wanted);
      if (spill === undefined || !text.includes(spill.handle)) {
        throw new ConformanceError("the answer was not stored, or its handle not told.", "a handle.", kernelFault);
      }
      const stored = await readWhole(bench.store, spill.handle);
      if (Buffer.from(stored).equals(Buffer.from(whole))) return;
      throw new ConformanceError(
        `${Buffer.byteLength(stored)} other bytes were read back than the ${Buffer.byteLength(whole)} that were stored.`,
        "the same bytes.",
        kernelFault,
      );
    },
  },
];

// Most examples have short answers; with this padding every answer is too long.
const padding = Array.from({ length: 200 }, (_, index) => `line ${index} of the padding`).join("\n");

async function findBadValue(tool: AnyTool): Promise<{ readonly value: unknown } | undefined> {
  for (const value of [{ [marker]: marker }, marker, [marker], 0.5, null, true]) {
    const result = await tool.output?.["~standard"].validate(value);
    if (result?.issues !== undefined) return { value };
  }
  return undefined;
}

function formatAsTool(tool: AnyTool, value: unknown): string {
  if (tool.format === undefined) return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return String(Reflect.apply(tool.format, tool, [value]));
}

async function readWhole(store: SpillStore, handle: string): Promise<string> {
  let page = await store.read(handle, { principal: benchPrincipal });
  let text = page.text;
  while (page.nextOffset !== undefined) {
    page = await store.read(handle, {
      principal: benchPrincipal,
      offset: page.nextOffset,
      column: page.nextColumn ?? 0,
    });
    text += page.text;
  }
  return text;
}
