import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";
import { hasType, listFields, listPaths, type SchemaField } from "./schema-fields.ts";

const kinds: readonly (readonly [format: string, field: RegExp])[] = [
  [
    "date-time",
    /(?:^|_)(?:datetime|timestamp|since|until|created_at|updated_at)$|At$|(?:created|updated|modified|published)_(?:after|before)$/,
  ],
  ["date", /(?:^|_)date$|Date$/],
  ["email", /(?:^|_)e?mail$|Email$/],
  ["uri", /(?:^|_)ur[il]$|Ur[il]$|^href$|^link$/],
  ["uuid", /(?:^|_)uuid$|Uuid$/],
];

/** A description that shows the form does the same for a model. */
const shownForm =
  /\bISO\b|RFC ?\d+|YYYY|\bhttps?:|\bformat\b|\be\.?g\.?|\bsuch as\b|\bexample\b|\bfully.qualified\b|@|\babsolute\b|:\/\//i;

export const noFormat = defineRule({
  id: "D210",
  severity: "info",
  title: "A date, address or id has no format",
  why: "A model writes “tomorrow”, “3/4/26” or a bare host name, and the tool fails or understands another day.",
  fix: "Give the field a `format` or a `pattern`, or show the form in its description.",
  measured:
    "Text fields that are named as dates, times, e-mail addresses, URLs or UUIDs and neither declare nor show a form.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of toolsForModels(listing)) {
      const plain = listFields(inputSchema).filter(isWithoutForm);
      if (plain.length === 0) continue;
      const paths = plain.map(({ path }) => path);
      yield {
        tool: name,
        cause: "form",
        message: `${listPaths(paths)} of ${name}: nothing says in which form the value is wanted.`,
      };
    }
  },
});

function isWithoutForm({ name, schema, description }: SchemaField): boolean {
  if (!hasType(schema, "string") || !kinds.some(([, field]) => field.test(name))) return false;
  const declared = schema.format ?? schema.pattern ?? schema.enum ?? schema.const ?? schema.examples;
  return declared === undefined && !shownForm.test(description);
}
