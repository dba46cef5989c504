import type { OutlinedLanguage } from "./language.ts";

export default {
  id: "toml",
  title: "TOML",
  extensions: ["toml"],
  filenames: ["cargo.lock", "pipfile", "poetry.lock", "uv.lock"],
  // Its parser is loaded when the first such file is.
  outline: async (text) => (await import("./outlined/data-keys.ts")).outlineKeys(text, "toml"),
} satisfies OutlinedLanguage;
