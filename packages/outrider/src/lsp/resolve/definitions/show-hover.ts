import { join } from "node:path";
import { splitLines } from "../../../workspace/text/line-ends.ts";
import { readForServer } from "../../judge-file.ts";
import type { LanguageServer } from "../../server/language-server.ts";
import { realPathOf } from "../locations.ts";
import { createValueCheck, findValues, maskValues } from "../server-values.ts";
import { textsBehind } from "../texts-behind.ts";
import type { Definition, DefinitionsQuestion } from "./question.ts";

export interface HoverSources {
  readonly server: LanguageServer;
  readonly definitions: readonly Definition[];
  /** Where its type is declared; asked for only if values are not known otherwise. */
  readonly types: () => Promise<readonly Definition[]>;
}

export interface ShownHover {
  readonly hover: string | undefined;
  /** What is not shown, and why. */
  readonly doubts: readonly string[];
}

/** Names in the lines of the declaration that the server is asked about, if values are not known otherwise. */
const maxQuestions = 20;

/**
 * As much of a hover as may be shown: nothing if the declaration is in a file that must not be quoted, and of the rest no value that
 * is neither in the project's file nor in a declaration that may be quoted.
 */
export async function showHover(
  { project, file, readQuotable, signal }: DefinitionsQuestion,
  hover: string | undefined,
  { server, definitions, types }: HoverSources,
): Promise<ShownHover> {
  if (hover === undefined) return { hover, doubts: [] };
  const read = async (all: readonly Definition[]): Promise<readonly (string | undefined)[]> =>
    await Promise.all(all.map(({ path }) => readQuotable(path, server.program)));
  const quoted = await read(definitions);
  const withheld = definitions.find((_each, index) => quoted[index] === undefined);
  if (withheld !== undefined) return { hover: undefined, doubts: [whyWithheld(withheld)] };
  const own = (await readForServer(project, file)) ?? "";
  // The name of a module is a path.
  const paths = await Promise.all([join(project.root, file), ...definitions.map(({ path }) => path)].map(realPathOf));
  const isNear = createValueCheck([own, paths.join("\n"), ...quoted.filter((text) => text !== undefined)]);
  const unknown = findValues(hover, { kind: "hover" }).filter((value) => !isNear(value));
  if (unknown.length === 0) return { hover, doubts: [] };
  const typed = (await read(await types().catch(() => []))).filter((text) => text !== undefined);
  const budget = { left: maxQuestions };
  const lines = definitions.flatMap(({ path, file: inside, position: { line } }, index) =>
    inside === undefined ? [] : [{ path, line, text: splitLines(quoted[index] ?? "")[line] ?? "" }],
  );
  const behind: string[] = [];
  for (const line of lines) behind.push(...(await textsBehind(line, { server, readQuotable, signal, budget })));
  const isFar = createValueCheck([...typed, ...behind]);
  const masked = unknown.filter((value) => !isFar(value));
  return { hover: maskValues(hover, masked), doubts: masked.length === 0 ? [] : [whyMasked] };
}

function whyWithheld({ file }: Definition): string {
  return file === undefined
    ? "what it says is not shown, because it quotes a file outside of the project and its libraries; a person can allow its directory in `security.read_roots` of the user settings"
    : "what it says quotes a file that tools may not see";
}

const whyMasked = "`…` stands for values that are in no file that may be shown here";
