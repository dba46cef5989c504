import { type HeadRules, isWithoutBody } from "../../../languages/head-rules.ts";
import { languageById } from "../../../languages/language-of.ts";
import { codeKinds } from "../../../languages/symbol-kind.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { targetOf } from "../../../syntax/references/target.ts";
import type { ReadSource } from "../symbol-at.ts";
import type { StepQuestion } from "./step-question.ts";

type Lookup = Pick<StepQuestion, "sources" | "naming">;
type Source = ReadSource & { readonly file: string };

/** A name that more files have is too common to look for its code in them. */
const mostFiles = 50;

/** The declaration with the code: heads of overloads and prototypes are the same function as it. */
export async function withBody({ sources, naming }: Lookup, node: GraphNode): Promise<GraphNode> {
  const { symbol, language, file } = node;
  const rules = headRulesOf(language);
  if (rules === undefined || !codeKinds.has(symbol.kind) || symbol.kind === "test") return node;
  const source = await sources.read(file);
  if (source === undefined || !rules.isHead(symbol, source.text)) return node;
  // Which of several heads belongs to which code, only types tell where functions of one name differ by them.
  const heads = source.symbols.filter((each) => each.path === symbol.path && rules.isHead(each, source.text));
  if (rules.hasOverloads === true && heads.length > 1) return node;
  const own = bodiesIn({ ...source, file }, node);
  const next = own.find((each) => each.symbol.nameSpan.start > symbol.nameSpan.start) ?? own[0];
  if (next !== undefined || rules.acrossFiles !== true)
    return rules.hasOverloads === true && own.length > 1 ? node : (next ?? node);
  const files = (await naming(symbol.name)).filter((each) => each !== file && sources.shows(each));
  if (files.length > mostFiles) return node;
  const others = await Promise.all(
    files.map(async (each) => {
      const read = await sources.read(each);
      const theirs = read === undefined ? undefined : headRulesOf(read.language);
      if (read === undefined || theirs?.acrossFiles !== true) return [];
      const found = bodiesIn({ ...read, file: each }, node);
      return found.filter((one) => theirs.isFileLocal !== true || one.symbol.exported);
    }),
  );
  const [first, second] = others.flat();
  // Two that fit are of two programs, and a guess would be worse than the prototype.
  return first === undefined || second !== undefined ? node : first;
}

function bodiesIn(source: Source, { symbol }: GraphNode): readonly GraphNode[] {
  const isHead = headRulesOf(source.language)?.isHead ?? isWithoutBody;
  return source.symbols
    .filter(({ path, kind }) => path === symbol.path && codeKinds.has(kind))
    .filter((each) => !isHead(each, source.text))
    .map((each) => nodeOf(targetOf(source, each)));
}

function headRulesOf(language: string): HeadRules | undefined {
  return languageById(language)?.heads;
}
