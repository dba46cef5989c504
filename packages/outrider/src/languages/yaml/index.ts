import type { OutlinedLanguage } from "../language.ts";
import { outlineYamlKeys } from "./yaml-keys.ts";
import { yaml } from "./yaml.server.ts";
import { dashedNames } from "../name-patterns.ts";

export default {
  id: "yaml",
  title: "YAML",
  content: "data",
  extensions: ["yaml", "yml"],
  filenames: [".clang-format", ".clang-tidy"],
  outline: outlineYamlKeys,
  servers: [yaml],
  editing: { commentMarks: ["#"], names: dashedNames, notCode: "settings" },
} satisfies OutlinedLanguage;
