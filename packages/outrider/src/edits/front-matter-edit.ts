import { ToolError } from "toolwright";
import { findFrontMatter } from "../documents/markdown/front-matter.ts";
import { isMarkdown } from "../documents/markdown/sections.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { checkText } from "./check-text.ts";
import type { EditTarget, EditPlan } from "./edit.ts";
import { changeYaml, renderYaml } from "./yaml-keys.ts";

type TextTarget = Pick<EditTarget, "text" | "path">;

/** Values by key; null takes the key out. */
export type FrontMatterChanges = Readonly<Record<string, unknown>>;

/** Sets and deletes keys; the others stay to the letter, with their order and comments. */
export function planFrontMatter({ text, path }: TextTarget, changes: FrontMatterChanges): EditPlan {
  const entries = Object.entries(changes);
  if (entries.length === 0)
    throw new ToolError("unclear_edit", "`front_matter` is empty. Give keys with their values; null deletes a key.");
  JSON.stringify(changes, (key, value: unknown) => {
    for (const text of [key, value]) if (typeof text === "string") checkText(text, "front_matter");
    return value;
  });
  const found = findFrontMatter(text);
  if (found === undefined) return planNew({ text, path }, entries);
  if (found.format === "toml") {
    throw new ToolError(
      "unclear_edit",
      `The front matter of ${showPath(path)} is TOML, which \`front_matter\` does not write: change its lines with \`old_string\`.`,
    );
  }
  if (found.data === undefined) {
    throw new ToolError(
      "broken_front_matter",
      `The front matter of ${showPath(path)} cannot be read: ${found.problem}. Mend its lines with \`old_string\` first.`,
    );
  }
  const { data } = found;
  const missing = entries.filter(([key, value]) => value === null && !Object.hasOwn(data, key)).map(([key]) => key);
  const raw = changeYaml(found.raw, data, changes);
  return { replacements: [{ start: found.rawStart, end: found.rawEnd, text: raw }], notes: describeMissing(missing) };
}

function planNew({ text, path }: TextTarget, entries: readonly (readonly [string, unknown])[]): EditPlan {
  if (!isMarkdown(path)) {
    throw new ToolError(
      "unclear_edit",
      `${showPath(path)} has no front matter, and only Markdown files get a new one: use \`old_string\`, \`line\` or \`position\`.`,
    );
  }
  const set = entries.filter(([, value]) => value !== null);
  const missing = entries.filter(([, value]) => value === null).map(([key]) => key);
  if (set.length === 0) return { replacements: [], notes: describeMissing(missing) };
  const gap = text === "" || text.startsWith("\n") ? "" : "\n";
  const block = `---\n${renderYaml(Object.fromEntries(set))}---\n${gap}`;
  return { replacements: [{ start: 0, end: 0, text: block }], notes: ["Front matter was added: there was none."] };
}

function describeMissing(keys: readonly string[]): readonly string[] {
  return keys.length === 0
    ? []
    : [`The front matter had no key ${keys.map((key) => JSON.stringify(key)).join(", ")} to delete.`];
}
