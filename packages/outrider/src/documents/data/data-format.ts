import { extname, posix } from "node:path";
import type { DataFormat, DataNode } from "./data-node.ts";
import { parseJson } from "./parse-json.ts";
import { parseToml } from "./parse-toml.ts";
import { parseYaml } from "./parse-yaml.ts";

const byExtension: Readonly<Record<string, DataFormat>> = {
  ".json": "json",
  ".jsonc": "json",
  ".json5": "json",
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

const parsers = { json: parseJson, yaml: parseYaml, toml: parseToml } as const;

/** Parsing holds the event loop, YAML's far longer than the others. */
export const maxParsedLength: Readonly<Record<DataFormat, number>> = {
  json: 4 * 1024 * 1024,
  yaml: 512 * 1024,
  toml: 2 * 1024 * 1024,
};

export function dataFormatOf(path: string): DataFormat | undefined {
  const name = posix.basename(path.replaceAll("\\", "/")).toLowerCase();
  return byName[name] ?? byExtension[extname(name)];
}

/** Throws a DataSyntaxError. */
export function parseData(text: string, format: DataFormat): DataNode {
  return parsers[format](text);
}
