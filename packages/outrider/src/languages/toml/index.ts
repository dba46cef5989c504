import type { OutlinedLanguage } from "../language.ts";
import { dashedNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";

const toml: ServerSpec = {
  id: "toml",
  title: "Taplo",
  languages: { toml: "toml" },
  program: { names: ["taplo"], args: ["lsp", "stdio"] },
  obtain: "cargo install taplo-cli --locked --features lsp",
  settings: () => ({ evenBetterToml: { schema: { enabled: false } } }),
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};

export default {
  id: "toml",
  title: "TOML",
  content: "data",
  extensions: ["toml"],
  filenames: ["cargo.lock", "pipfile", "poetry.lock", "uv.lock"],
  // The parser is loaded with the first such file.
  outline: async (text) => (await import("../scanners/data-keys.ts")).outlineKeys(text, "toml"),
  servers: [toml],
  editing: { commentMarks: ["#"], names: dashedNames, notCode: "settings" },
} satisfies OutlinedLanguage;
