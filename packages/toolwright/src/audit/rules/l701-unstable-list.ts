import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { defineRule, type Evidence } from "../rule.ts";
import type { Stability } from "../seen.ts";

export const unstableList = defineRule({
  id: "L701",
  severity: "warning",
  title: "The list of tools is not the same twice",
  why: "Providers cache prompts by their bytes: another order or word in the list makes every turn of every session pay in full.",
  fix: "Sort the list, and keep times, counts and states out of descriptions.",
  measured:
    "The list is read at two starts and after calls, and compared byte by byte. Changes by calls are an info where the server declares `listChanged`; so are changes of what no model reads, such as `_meta`.",
  needs: ["stability"],
  *find({ stability: { lists }, listing: { capabilities } }) {
    const [first, ...others] = lists;
    if (first === undefined) return;
    for (const other of others) {
      const change = findChange(first, other);
      if (change === undefined) continue;
      // A server that announces changes may well change its list by a call, such as one that signs in.
      const isAnnounced = other.when.includes("after calls") && announces(capabilities);
      const reachesModel = findChange(forModel(first), forModel(other)) !== undefined;
      yield {
        at: other.when,
        ...(isAnnounced || !reachesModel ? { severity: "info" as const } : {}),
        message: `Between ${first.when} and ${other.when}, ${change.what} changed${reachesModel ? "" : ", in parts that no model reads"}.`,
        evidence: change.evidence,
      };
      return;
    }
  },
});

type List = Stability["lists"][number];

function findChange(first: List, other: List): { readonly what: string; readonly evidence: Evidence } | undefined {
  const changed = other.tools.filter((tool) => !first.tools.includes(tool));
  const gone = first.tools.filter((tool) => !other.tools.includes(tool));
  const count = Math.max(changed.length, gone.length);
  if (count > 0) return { what: `${count} of the tools`, evidence: quoteChange(gone[0], changed[0]) };
  if (other.order === first.order) return undefined;
  return { what: "the order of the tools", evidence: { sent: first.order, received: other.order } };
}

const around = 80;

/** From a little before the first difference on. */
function quoteChange(before = "", now = ""): Evidence {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at += 1;
  const start = Math.max(0, at - around);
  return { sent: before.slice(start, at + around), received: now.slice(start, at + around) };
}

/** The parts of each tool that clients give to a model. */
function forModel(list: List): List {
  const tools = list.tools.map((tool) => {
    const parsed: unknown = JSON.parse(tool);
    const { name, description, inputSchema } = isJsonObject(parsed) ? parsed : {};
    return JSON.stringify({ name, description, inputSchema });
  });
  return { ...list, tools };
}

function announces({ tools }: JsonObject): boolean {
  return isJsonObject(tools) && tools["listChanged"] === true;
}
