import { isJsonObject } from "../../tool/schema.ts";
import type { ListedTool, Listing } from "../seen.ts";

/** Clients that cut keep this many characters of the instructions and of each description. */
export const keptCharacters = 2_048;

/** The tools that a model chooses from. What only the page of an app may call is written for its own code. */
export function toolsForModels({ tools }: Listing): readonly ListedTool[] {
  return tools.filter(({ raw }) => {
    const meta = isJsonObject(raw["_meta"]) ? raw["_meta"] : {};
    const ui = isJsonObject(meta["ui"]) ? meta["ui"] : {};
    const { visibility } = ui;
    const isForApps = Array.isArray(visibility) && !visibility.includes("model");
    return !isForApps && meta["openai/visibility"] !== "private";
  });
}

/** The words of a name in small letters: `git_diffStaged` is git, diff, staged. */
export function splitName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const reads = new Set(
  "get list read search find show view describe lookup status diff log inspect count compare summarize explain retrieve".split(
    " ",
  ),
);
const changes =
  /\b(?:add|append|apply|assign|bind|book|build|call|cancel|clear|click|close|commit|configure|connect|convert|copy|creat|delet|deploy|destroy|disabl|drag|drop|edit|enabl|eras|evaluat|execut|export|fill|generat|import|index|initial|insert|install|invok|kill|launch|load|log ?in|log ?out|mark|merg|mov|navigat|open|overwrit|past|patch|post|press|publish|purg|push|record|refresh|register|remov|renam|replac|reset|restart|restor|resum|run|sav|schedul|select|send|set|start|stop|store|submit|switch|sync|terminat|toggl|train|trigger|type|undo|uninstall|updat|upload|wait|wip|writ|watch|unwatch|follow|subscrib|unsubscrib|archiv|vot|join|leav|invit|shar|lock|pin|star|mut|block|accept|reject|approv|reply|react)(?:e|es|ed|ing|s|d|ting|ning)?\b/i;

/** Whether name and purpose of a tool say that it reads, and nothing in them says more. */
export function readsByItsWords({ name, description }: ListedTool): boolean {
  const words = splitName(name);
  const [purpose = ""] = /^[^.\n]*/.exec(description.trim()) ?? [];
  return words.some((word) => reads.has(word)) && !changes.test(words.join(" ")) && !changes.test(purpose);
}
