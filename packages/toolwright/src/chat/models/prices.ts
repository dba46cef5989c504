import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { ModelPrice } from "../../agent/run/limits.ts";
import { usageError } from "../../cli/command.ts";
import { parseJson } from "../../cli/read-json.ts";

const dollars = z.number().nonnegative();
const priceTable = z.record(
  z.string(),
  z.strictObject({
    input: dollars,
    output: dollars,
    cacheRead: dollars.exactOptional(),
    cacheWrite: dollars.exactOptional(),
  }),
);

/** Prices from a file: `{"anthropic/NAME": {"input": 3, "output": 15}}`, in US dollars for a million tokens. */
export async function readPrices(file: string): Promise<Readonly<Record<string, ModelPrice>>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw usageError(
      `--prices ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  });
  const read = priceTable.safeParse(parseJson(text, file));
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  throw usageError(
    `${file} holds no prices: ${problem?.path.join(".") ?? ""} ${problem?.message ?? ""}. Expected {"anthropic/NAME": {"input": 3, "output": 15}}, in US dollars for a million tokens.`,
  );
}
