import type { AuditRule } from "../rule.ts";
import { rules } from "../rules/index.ts";
import { describeUnknownRule, findRules } from "./choose-rules.ts";
import { families } from "./severity.ts";

/** All about one rule, or the list of all for a family or an unknown id. */
export function explainRule(id: string): string {
  const found = findRules(id);
  return found.length > 0 ? found.map(describeRule).join("\n\n") : describeUnknownRule(id);
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
