import { codeKinds } from "../../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { targetOf } from "../../../syntax/references/target.ts";
import type { ReadSource } from "../places/symbol-at.ts";
import type { StepQuestion } from "./call-question.ts";

type Lookup = Pick<StepQuestion, "sources" | "naming">;
type Source = ReadSource & { readonly file: string };

/** Where a head and its code may be apart; elsewhere each declaration of a name is a function of its own. */
const byHeads: Readonly<Record<string, (symbol: CodeSymbol, text: string) => boolean>> = {
  typescript: isWithoutBody,
  tsx: isWithoutBody,
  c: isWithoutBody,
  cpp: isWithoutBody,
  python: ({ span, nameSpan }, text) => /@(?:\w+\.)*overload\b/.test(text.slice(span.start, nameSpan.start)),
};
/** A name that more files have is too common to look for its code in them. */
const mostFiles = 50;

/** The declaration with the code: heads of overloads and prototypes are the same function as it. */
export async function withBody({ sources, naming }: Lookup, node: GraphNode): Promise<GraphNode> {
  const { symbol, language, file } = node;
  const isHead = byHeads[language];
  if (isHead === undefined || !codeKinds.has(symbol.kind) || symbol.kind === "test") return node;
  const source = await sources.read(file);
  if (source === undefined || !isHead(symbol, source.text)) return node;
  // Which of several heads belongs to which code, only types tell where functions of one name differ by them.
  const heads = source.symbols.filter((each) => each.path === symbol.path && isHead(each, source.text));
  if (language === "cpp" && heads.length > 1) return node;
  const own = bodiesIn({ ...source, file }, node);
  const next = own.find((each) => each.symbol.nameSpan.start > symbol.nameSpan.start) ?? own[0];
  if (next !== undefined || !isOfC(language)) return language === "cpp" && own.length > 1 ? node : (next ?? node);
  const files = (await naming(symbol.name)).filter((each) => each !== file && sources.shows(each));
  if (files.length > mostFiles) return node;
  const others = await Promise.all(
    files.map(async (each) => {
      const read = await sources.read(each);
      const found = read === undefined || !isOfC(read.language) ? [] : bodiesIn({ ...read, file: each }, node);
      // In C, what is `static` in another file is a function of its own.
      return found.filter((one) => one.language !== "c" || one.symbol.exported);
    }),
  );
  const [first, second] = others.flat();
  // Two that fit are of two programs, and a guess would be worse than the prototype.
  return first === undefined || second !== undefined ? node : first;
}

function bodiesIn(source: Source, { symbol }: GraphNode): readonly GraphNode[] {
  const isHead = byHeads[source.language] ?? isWithoutBody;
  return source.symbols
    .filter(({ path, kind }) => path === symbol.path && codeKinds.has(kind))
    .filter((each) => !isHead(each, source.text))
    .map((each) => nodeOf(targetOf(source, each)));
}

function isWithoutBody({ bodySpan }: CodeSymbol): boolean {
  return bodySpan === undefined;
}

function isOfC(language: string): boolean {
  return language === "c" || language === "cpp";
}
