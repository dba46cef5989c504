import type { AuditRule } from "../rule.ts";
import { rules } from "../rules/index.ts";
import { requireRules } from "./choose-rules.ts";
import { families } from "./severity.ts";

/** All about one rule, or about each of a family. */
export function explainRule(id: string): string {
  return requireRules(id).map(describeRule).join("\n\n");
}

function describeRule({ id, severity, title, why, fix, measured }: AuditRule): string {
  return [`${id} (${severity})  ${title}`, "", why, "", `What to do: ${fix}`, "", `Measured: ${measured}`].join("\n");
}

/** The reference of all rules, as Markdown. */
export function renderRuleReference(): string {
  const sections = families.map(([letter, name]) => {
    const own = rules.filter(({ id }) => id[0] === letter);
    return [`## ${letter}: ${name}`, "", ...own.map(renderRule)].join("\n");
  });
  const heading = [
    "# Rules of the audit",
    "",
    "Made from the rules by `npm run gen`. How to run an audit is told in [auditing.md](auditing.md).",
    "",
    "An error breaks agents or misleads them; a warning costs them turns; an info is a choice that could be better.",
    "",
  ];
  return [...heading, ...sections].join("\n");
}

function renderRule({ id, severity, title, why, fix, measured }: AuditRule): string {
  return `### ${id} ${title}\n**${severity}.** ${why}\n\n*What to do:* ${fix}\n\n*Measured:* ${measured}\n`;
}
