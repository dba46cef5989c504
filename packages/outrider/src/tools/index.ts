import approveWrite from "./approve_write/index.ts";
import callGraph from "./call_graph/index.ts";
import createFile from "./create_file/index.ts";
import deleteFile from "./delete_file/index.ts";
import diagnostics from "./diagnostics/index.ts";
import editCode from "./edit_code/index.ts";
import editFile from "./edit_file/index.ts";
import grep from "./grep/index.ts";
import { listGuidePages } from "./guide/guide-page.ts";
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
import semanticSearch from "./semantic_search/index.ts";
import symbolAt from "./symbol_at/index.ts";
import symbols from "./symbols/index.ts";
import tree from "./tree/index.ts";
import workspace from "./workspace/index.ts";

/** All tools but the guide, sorted by name; the guide is built from them. */
const explained = [
  approveWrite,
  callGraph,
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

const pages = listGuidePages(explained);

export const tools = [...explained, createGuideTool(pages)] as const;

/** Used instead if the user's settings switch off semantic search. */
export const guideByWords = createGuideTool(pages, { byMeaning: false });

/** The tools of `--profile slim`, for clients where every token counts: those that find, read and change. */
export const slimTools: ReadonlySet<string> = new Set(["edit_file", "grep", "read_file"]);
