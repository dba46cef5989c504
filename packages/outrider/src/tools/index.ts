import approveWrite from "./approve_write/index.ts";
import callGraph from "./call_graph/index.ts";
import changes from "./changes/index.ts";
import createFile from "./create_file/index.ts";
import deleteFile from "./delete_file/index.ts";
import diagnostics from "./diagnostics/index.ts";
import editCode from "./edit_code/index.ts";
import editFile from "./edit_file/index.ts";
import grep from "./grep/index.ts";
import { listGuidePages, type PageReader } from "./guide/guide-page.ts";
import { createGuideTool } from "./guide/index.ts";
import hierarchy from "./hierarchy/index.ts";
import index from "./index/index.ts";
import library from "./library/index.ts";
import memory from "./memory/index.ts";
import moveFile from "./move_file/index.ts";
import onboarding from "./onboarding/index.ts";
import readFile from "./read_file/index.ts";
import references from "./references/index.ts";
import runCommand from "./run_command/index.ts";
import { createScript } from "./script/index.ts";
import semanticSearch from "./semantic_search/index.ts";
import symbolAt from "./symbol_at/index.ts";
import symbols from "./symbols/index.ts";
import tree from "./tree/index.ts";
import workspace from "./workspace/index.ts";
import type { TextSearchOptions } from "../search/notes/text-search.ts";
import type { Profile } from "../workspace/config/profile.ts";

/** What scripts can call. */
const scripted = [
  approveWrite,
  callGraph,
  changes,
  createFile,
  deleteFile,
  diagnostics,
  editCode,
  editFile,
  grep,
  hierarchy,
  index,
  library,
  memory,
  moveFile,
  onboarding,
  readFile,
  references,
  runCommand,
  semanticSearch,
  symbolAt,
  symbols,
  tree,
  workspace,
] as const;

/** All tools but the guide, sorted by name; the guide is built from them. */
const explained = [...scripted, createScript(scripted)].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Tools that every coding client has of its own, or that only prepare others. Scripts call them all the same. */
const besideClients: ReadonlySet<string> = new Set([
  "create_file",
  "delete_file",
  "edit_file",
  "grep",
  "index",
  "move_file",
  "onboarding",
  "read_file",
  "run_command",
  "tree",
]);

/** All that the full profile has. */
export const tools = [...explained, createGuide("full", { byMeaning: true })] as const;

/** The guide of a profile. By words alone if the user's settings switch off semantic search. */
export function createGuide(profile: Profile, options: TextSearchOptions) {
  return createGuideTool(listGuidePages(pageReader(profile)), options);
}

/** Who reads the pages about all tools: what they say depends on what a profile has. */
export function pageReader(profile: Profile): PageReader {
  return { tools: explained, offered: explained.map(({ name }) => name).filter((name) => isOffered(profile, name)) };
}

/** Used instead in read-only mode. */
export const scriptReading = createScript(scripted, { readOnly: true });

/** Whether clients of a profile see a tool. */
export function isOffered(profile: Profile, name: string): boolean {
  if (profile === "script") return name === "script" || name === "guide";
  return profile === "full" || !besideClients.has(name);
}
