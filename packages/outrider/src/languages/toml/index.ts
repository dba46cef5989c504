import type { OutlinedLanguage } from "../language.ts";
import { toml } from "./toml.server.ts";
import { dashedNames } from "../name-patterns.ts";

export default {
  id: "toml",
  title: "TOML",
  content: "data",
  extensions: ["toml"],
  filenames: ["cargo.lock", "pipfile", "poetry.lock", "uv.lock"],
  // Its parser is loaded when the first such file is.
  outline: async (text) => (await import("../scanners/data-keys.ts")).outlineKeys(text, "toml"),
  servers: [toml],
  editing: { commentMarks: ["#"], names: dashedNames, notCode: "settings" },
} satisfies OutlinedLanguage;
