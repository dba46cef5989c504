import { lstatSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { type Cassette, recordModel } from "../../agent/model/cassette.ts";
import type { Model } from "../../agent/model/model.ts";
import { usageError } from "../../cli/command.ts";
import { parseJson } from "../../cli/read-json.ts";
import { isJsonObject } from "../../tool/schema.ts";

/** Reads what `--record` has written. */
export async function readCassette(file: string): Promise<Cassette> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw usageError(
      `--replay ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  });
  const parsed = parseJson(text, file);
  if (isCassette(parsed)) return parsed;
  throw usageError(`${file} is no recording: expected {"model": …, "calls": […]}, as --record writes it.`);
}

function isCassette(value: unknown): value is Cassette {
  if (!isJsonObject(value) || typeof value["model"] !== "string" || !Array.isArray(value["calls"])) return false;
  return value["calls"].every(
    (call) => isJsonObject(call) && isJsonObject(call["request"]) && Array.isArray(call["events"]),
  );
}

/** A model whose calls are written to a new file, which holds what was said: only its owner may read it. */
export function recordTo(file: string, model: Model): { readonly model: Model; save(): Promise<void> } {
  // A link is something already, even if it leads nowhere: a repository may have brought it.
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    throw usageError(`--record ${file} exists already; name a new file`);
  }
  const recorded = recordModel(model);
  return {
    model: recorded,
    async save() {
      const text = `${JSON.stringify(recorded.cassette(), undefined, 1)}\n`;
      await writeFile(file, text, { flag: "wx", mode: 0o600 });
    },
  };
}
