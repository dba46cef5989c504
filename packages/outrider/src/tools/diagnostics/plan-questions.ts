import { languageOf } from "../../languages/language-of.ts";
import type { AskedFile, Unknown } from "../../lsp/resolve/diagnostics/file-diagnostics.ts";
import type { ProjectServers } from "../../lsp/project-servers.ts";
import type { ChosenFiles } from "./choose-files.ts";

/** Limit of files opened in a server for one answer. */
export const maxAsked = 200;

export interface QuestionPlan {
  /** Files whose servers are asked. */
  readonly asked: readonly AskedFile[];
  /** Files in languages without a server. */
  readonly without: readonly Unknown[];
  /** Files whose name does not tell the language. */
  readonly nameless: readonly { readonly path: string; readonly why: string }[];
  /** Number of files with a server beyond the limit. */
  readonly left: number;
}

/** Starts the needed servers, and tests with one file of each language whether a server is available. */
export async function planQuestions(
  servers: ProjectServers,
  { paths, named }: ChosenFiles,
  root: string,
  signal: AbortSignal,
): Promise<QuestionPlan> {
  const byLanguage = new Map<string, string[]>();
  for (const path of paths) {
    const language = languageOf(path)?.id ?? "";
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), path]);
  }
  const nameless = named ? [] : (byLanguage.get("") ?? []);
  if (!named) byLanguage.delete("");
  const groups = await Promise.all(Array.from(byLanguage.values(), (group) => planGroup(servers, group, signal)));
  const asked = groups.flatMap((group) => group.asked).sort();
  return {
    asked: asked.slice(0, maxAsked).map((path) => ({ path, real: `${root.replaceAll("\\", "/")}/${path}` })),
    without: groups.flatMap((group) => group.without),
    nameless: nameless.map((path) => ({ path, why: "its name says no language" })),
    left: Math.max(0, asked.length - maxAsked),
  };
}

async function planGroup(
  servers: ProjectServers,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly asked: readonly string[]; readonly without: readonly Unknown[] }> {
  const [first] = paths;
  const access = first === undefined ? undefined : await servers.forFile(first, { signal, waitMs: 0 });
  if (access?.state !== "none") return { asked: paths, without: [] };
  const { reason, how } = access;
  return { asked: [], without: paths.map((path) => ({ path, why: reason, how })) };
}
