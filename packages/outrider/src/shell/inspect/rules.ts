import type { Rule } from "./rule.ts";
import { containerRules } from "./rules/containers.ts";
import { databaseRules } from "./rules/databases.ts";
import { fileRules } from "./rules/files.ts";
import { gitRules } from "./rules/git.ts";
import { outputRules } from "./rules/outputs.ts";
import { publishingRules } from "./rules/publishing.ts";
import { scriptRules } from "./rules/scripts.ts";
import { systemRules } from "./rules/system.ts";

/** The whole table. A program that is in no line of it runs unasked. */
export const rules: readonly Rule[] = [
  ...fileRules,
  ...outputRules,
  ...scriptRules,
  ...gitRules,
  ...systemRules,
  ...publishingRules,
  ...containerRules,
  ...databaseRules,
];
