import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";

export const unstableList = defineRule({
  id: "L701",
  severity: "warning",
  title: "The list of tools is not the same twice",
  why: "Providers cache prompts by their bytes: another order or word in the list makes every turn of every session pay in full.",
  fix: "Sort the list, and keep times, counts and states out of descriptions.",
  measured:
    "The list is read at two starts and after calls, and compared byte by byte. Changes by calls are an info where the server declares `listChanged`.",
  needs: ["stability"],
  *find({ stability: { lists }, listing: { capabilities } }) {
    const [first, ...others] = lists;
    if (first === undefined) return;
    for (const other of others) {
      const changed = other.tools.filter((tool) => !first.tools.includes(tool));
      const gone = first.tools.filter((tool) => !other.tools.includes(tool));
      if (changed.length === 0 && gone.length === 0 && other.order === first.order) continue;
      const isOrder = changed.length === 0 && gone.length === 0;
      const what = isOrder ? "the order of the tools" : `${Math.max(changed.length, gone.length)} of the tools`;
      const evidence = isOrder ? { sent: first.order, received: other.order } : { sent: gone[0], received: changed[0] };
      // A server that announces changes may well change its list by a call, such as one that signs in.
      const isAnnounced = other.when.includes("after calls") && announces(capabilities);
      const severity = isAnnounced ? ({ severity: "info" } as const) : {};
      yield {
        at: other.when,
        ...severity,
        message: `Between ${first.when} and ${other.when}, ${what} changed.`,
        evidence,
      };
      return;
    }
  },
});

function announces({ tools }: JsonObject): boolean {
  return isJsonObject(tools) && tools["listChanged"] === true;
}
