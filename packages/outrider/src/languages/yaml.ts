import type { OutlinedLanguage } from "./language.ts";
import { outlineYamlKeys } from "./outlined/yaml-keys.ts";

export default {
  id: "yaml",
  title: "YAML",
  extensions: ["yaml", "yml"],
  filenames: [".clang-format", ".clang-tidy"],
  outline: outlineYamlKeys,
} satisfies OutlinedLanguage;
