import { utf8Length } from "./text-lines.ts";
import { sliceText } from "./token-slices.ts";

// The longest token of o200k_base has 128 bytes, the shortest one: lengths alone settle most questions.
const longestToken = 128;

/** Whether the text has at most `budget` tokens. Loads the tokenizer only where the length leaves it open. */
export async function fitsTokens(text: string, budget: number): Promise<boolean> {
  if (surelyOver(text, budget)) return false;
  if (surelyFits(text, budget)) return true;
  return (await countTokens(text, budget)) <= budget;
}

/** True when the text is short enough for the budget whatever it says. */
export function surelyFits(text: string, budget: number): boolean {
  return text.length <= budget && utf8Length(text) <= budget;
}

/** True when the text is too long for the budget whatever it says. */
export function surelyOver(text: string, budget: number): boolean {
  return text.length > budget * longestToken;
}

/**
 * Tokens of o200k_base. Past `stopAbove` it stops and returns what it has, which is more than `stopAbove`.
 * Other work gets its turn every few milliseconds.
 */
export async function countTokens(text: string, stopAbove = Infinity): Promise<number> {
  if (text === "") return 0;
  const { countPiece, noteCounted } = await import("./o200k.ts");
  let tokens = 0;
  let work = 0;
  for (const slice of sliceText(text)) {
    tokens += countPiece(slice.text);
    if (tokens > stopAbove) break;
    work += slice.work;
    if (work < workPerTurn) continue;
    work = 0;
    await nextTurn();
  }
  noteCounted(text);
  return tokens;
}

const workPerTurn = 65_536;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
