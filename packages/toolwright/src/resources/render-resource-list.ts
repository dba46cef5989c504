import type { ResourceInfo, ResourceTemplateInfo } from "./provider.ts";

/** One line each: address, name where the address does not end with it, and what it is. Resources first. */
export function renderResourceList(
  resources: readonly ResourceInfo[],
  templates: readonly ResourceTemplateInfo[],
): string {
  if (resources.length + templates.length === 0) return "There are no resources.";
  const lines = [
    ...resources.map((info) => renderLine(info.uri, info)),
    ...templates.map((info) => renderLine(info.uriTemplate, info)),
  ];
  return lines.join("\n");
}

type About = Pick<ResourceInfo, "name" | "title" | "description">;

function renderLine(address: string, { name, title, description }: About): string {
  const what = description ?? title;
  const called = address.endsWith(name) ? "" : ` (${oneLine(name)})`;
  return `${address}${called}${what === undefined ? "" : `: ${oneLine(what)}`}`;
}

const longest = 120;

/** Descriptions may be as long as their authors like; a list is read for its addresses. */
function oneLine(text: string): string {
  // Cut first: the description may be huge, and only its start is shown.
  const start = text
    .slice(0, longest * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  const [sentence = start] = start.match(/^.*?[.!?](?= |$)/) ?? [];
  return sentence.length <= longest ? sentence : `${sentence.slice(0, longest - 1)}…`;
}
