import { parse, TomlError } from "smol-toml";
import type { DataNode } from "./data-node.ts";
import { DataSyntaxError } from "./data-syntax-error.ts";
import { scanToml } from "./scan-toml.ts";

/** TOML. Its parser says whether the text is valid, but not where a value stands; a scan of the same text does. */
export function parseToml(text: string): DataNode {
  try {
    parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (error instanceof TomlError) {
      const problem = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "") ?? "";
      throw new DataSyntaxError(`line ${error.line}: ${problem}`);
    }
    if (error instanceof RangeError) throw new DataSyntaxError("it is nested too deeply");
    throw error;
  }
  return scanToml(text);
}
