import { extname, posix } from "node:path";
import type { DataFormat, DataNode } from "./data-node.ts";
import { parseJson } from "./parse-json.ts";
import { parseToml } from "./parse-toml.ts";
import { parseYaml } from "./parse-yaml.ts";

const byExtension: Readonly<Record<string, DataFormat>> = {
  ".json": "json",
  ".jsonc": "json",
  ".json5": "json5",
  ".geojson": "json",
  ".ipynb": "json",
  ".map": "json",
  ".webmanifest": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".toml": "toml",
};

const byName: Readonly<Record<string, DataFormat>> = {
  ".babelrc": "json",
  ".eslintrc": "json",
  ".prettierrc": "json",
  "cargo.lock": "toml",
  "composer.lock": "json",
  pipfile: "toml",
  "poetry.lock": "toml",
  "uv.lock": "toml",
};

const parsers = { json: parseJson, json5: parseJson, yaml: parseYaml, toml: parseToml } as const;

/** Parsing blocks the event loop, and must not take longer than a tenth of a second; YAML takes far longer than the others. */
export const maxParsedLength: Readonly<Record<DataFormat, number>> = {
  json: 512 * 1024,
  json5: 512 * 1024,
  yaml: 64 * 1024,
  toml: 256 * 1024,
};

export function dataFormatOf(path: string): DataFormat | undefined {
  const name = posix.basename(path.replaceAll("\\", "/")).toLowerCase();
  return byName[name] ?? byExtension[extname(name)];
}

/** Throws a DataSyntaxError. */
export function parseData(text: string, format: DataFormat): DataNode {
  return parsers[format](text);
}
