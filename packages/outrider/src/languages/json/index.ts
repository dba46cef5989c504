import type { OutlinedLanguage } from "../language.ts";
import { json } from "./json.server.ts";

export default {
  id: "json",
  title: "JSON",
  content: "data",
  extensions: ["json", "jsonc", "json5", "geojson", "webmanifest"],
  filenames: [".babelrc", ".eslintrc", ".prettierrc", "composer.lock"],
  // The parser is loaded with the first such file.
  outline: async (text) => (await import("../scanners/data-keys.ts")).outlineKeys(text, "json"),
  servers: [json],
  editing: { lists: { everything: true }, notCode: "settings" },
} satisfies OutlinedLanguage;
