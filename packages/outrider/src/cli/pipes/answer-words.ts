import { CallFailed } from "./call-tool.ts";
import { findTarget, listCandidates, type NamedSymbol } from "./find-target.ts";
import type { PipeSession } from "./pipe-session.ts";
import type { RowAnswer } from "./row.ts";
import { readWords } from "./read-words.ts";

/** Answers a question for each argument; one that fails is told, and the others are answered all the same. */
export async function answerWords(session: PipeSession, answer: (word: string) => Promise<RowAnswer>): Promise<void> {
  const isOne = session.args.positionals.length === 1 && session.args.positionals[0] !== "-";
  for await (const word of readWords(session)) await answerWord(session, word, answer, isOne);
}

/** The same for symbols: each argument is one. */
export async function answerSymbols(
  session: PipeSession,
  answer: (target: NamedSymbol) => Promise<RowAnswer>,
): Promise<void> {
  await answerWords(
    session,
    async (word) => await withCandidates(session, word, async (target) => await answerMeant(session, target, answer)),
  );
}

/** Of several symbols that fit, the one whose whole name was given is meant. */
async function answerMeant(
  session: PipeSession,
  target: NamedSymbol,
  answer: (target: NamedSymbol) => Promise<RowAnswer>,
): Promise<RowAnswer> {
  try {
    return await answer(target);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== "ambiguous_symbol") throw error;
    const [first, second] = await listCandidates(session, target);
    const isSame = first?.symbol === target.symbol && first.path === target.path;
    if (first === undefined || second !== undefined || isSame) throw error;
    return await answer(first);
  }
}

async function answerWord(
  session: PipeSession,
  word: string,
  answer: (word: string) => Promise<RowAnswer>,
  isOne: boolean,
): Promise<void> {
  const { printer } = session;
  try {
    await printer.answer(await answer(word), isOne ? undefined : word);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    await printer.fail(`${isOne ? "" : `${word}: `}${error.message}`);
  }
}

/** Of several symbols of a name each is listed as it can be given instead. */
export async function withCandidates<Value>(
  session: PipeSession,
  word: string,
  use: (target: NamedSymbol) => Promise<Value>,
): Promise<Value> {
  const target = await findTarget(session, word);
  try {
    return await use(target);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    throw new CallFailed({ code: error.code, message: await explain(session, target, error) });
  }
}

async function explain(
  session: PipeSession,
  target: NamedSymbol,
  { code, message, next }: CallFailed,
): Promise<string> {
  if (code === "ambiguous_symbol") {
    const candidates = await listCandidates(session, target);
    const words = candidates.map(({ path = "", symbol }) => `${session.places.shown(path)}#${symbol}`);
    if (words.length > 1)
      return [`${words.length} symbols fit ${JSON.stringify(target.symbol)}. Name one of them:`, ...words].join("\n");
  }
  const { symbol, path } = next?.input ?? {};
  if (code !== "no_symbol" || typeof symbol !== "string" || typeof path !== "string") return message;
  return `${message}\nPerhaps: ${session.places.shown(path)}#${symbol}`;
}
