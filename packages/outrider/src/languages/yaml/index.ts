import type { OutlinedLanguage } from "../language.ts";
import { outlineYamlKeys } from "./yaml-keys.ts";
import { yaml } from "./yaml.server.ts";

export default {
  id: "yaml",
  title: "YAML",
  content: "data",
  extensions: ["yaml", "yml"],
  filenames: [".clang-format", ".clang-tidy"],
  outline: outlineYamlKeys,
  servers: [yaml],
} satisfies OutlinedLanguage;
