import { readTokens, type Token } from "../tokens.ts";

/** What a bracket holds. Outside of all brackets: "scope". */
export type Holder = "scope" | "type" | "enum" | "block" | "list" | "call" | "parens" | "index";

/** The tokens of a text without directives, each with the bracket around it. */
export interface NestedTokens {
  readonly tokens: readonly Token[];
  /** What the innermost bracket around a token holds; a bracket itself counts as outside. */
  readonly holders: readonly Holder[];
  /** For a bracket, the index of the other one; -1 if there is none. */
  readonly partners: readonly number[];
  /** For an opening bracket, what it holds. */
  readonly opened: ReadonlyMap<number, Holder>;
  /** A statement or declaration starts here; a macro alone on its line counts as one. */
  readonly starts: readonly boolean[];
}

interface Open {
  readonly at: number;
  readonly holder: Holder;
}

export function nestTokens(text: string): NestedTokens {
  const tokens = [...readTokens(text)].filter(({ text: word }) => !word.startsWith("#"));
  const holders: Holder[] = [];
  const partners: number[] = tokens.map(() => -1);
  const opened = new Map<number, Holder>();
  const open: Open[] = [];
  for (const [at, { text: word }] of tokens.entries()) {
    if (closers.has(word)) {
      const last = open.findLastIndex((one) => tokens[one.at]?.text === closers.get(word));
      // A parenthesis that a macro left open ends with the brace around it.
      const start = last === -1 ? undefined : open[last];
      if (start !== undefined && (word === "}" || open.slice(last).every((one) => tokens[one.at]?.text !== "{"))) {
        open.length = last;
        partners[at] = start.at;
        partners[start.at] = at;
      }
    }
    const around = open.at(-1)?.holder ?? "scope";
    holders.push(around);
    if (!openers.has(word)) continue;
    const holder = word === "{" ? heldByBrace(tokens, partners, at, around) : heldByOther(tokens, at);
    opened.set(at, holder);
    open.push({ at, holder });
  }
  return { tokens, holders, partners, opened, starts: findStarts(text, tokens, holders, partners) };
}

/** What the innermost bracket around the place before a token holds. */
export function holderBefore({ tokens, holders, partners, opened }: NestedTokens, at: number): Holder {
  const isClosing = closers.has(tokens[at]?.text ?? "");
  return (isClosing ? opened.get(partners[at] ?? -1) : undefined) ?? holders[at] ?? "scope";
}

function findStarts(
  text: string,
  tokens: readonly Token[],
  holders: readonly Holder[],
  partners: readonly number[],
): readonly boolean[] {
  const starts: boolean[] = [];
  for (const [at, { start }] of tokens.entries()) {
    const before = tokens[at - 1];
    const open = before?.text === ")" ? (partners[at - 1] ?? -1) : -1;
    const head = open === -1 ? before : tokens[open - 1];
    const isLine = /[\r\n]/.test(text.slice(before?.end ?? 0, start));
    starts.push(
      before === undefined ||
        /^[;{}]$|^(?:else|do)$/.test(before.text) ||
        (before.text === ":" && holders[at] === "block") ||
        (open !== -1 && /^(?:if|for|while|switch)$/.test(head?.text ?? "")) ||
        (isLine &&
          head !== undefined &&
          (isCapital(head.text) || (open !== -1 && holders[at] === "scope" && isName(head.text))) &&
          starts[open === -1 ? at - 1 : open - 1] === true),
    );
  }
  return starts;
}

export function isCapital(word: string): boolean {
  return /^_*[A-Z][A-Z\d_]+$/.test(word);
}

const openers = new Set(["(", "[", "{"]);
const closers = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

function heldByOther(tokens: readonly Token[], at: number): Holder {
  if (tokens[at]?.text === "[") return "index";
  const before = tokens[at - 1]?.text ?? "";
  return isName(before) ? "call" : "parens";
}

function heldByBrace(tokens: readonly Token[], partners: readonly number[], at: number, around: Holder): Holder {
  const before = tokens[at - 1]?.text ?? ";";
  if (/^[=,([?]$|^return$/.test(before) || (around === "list" && before === "{")) return "list";
  if (/^["']/.test(before)) return "scope";
  const head = wordsOfHead(tokens, partners, at);
  if (!head.includes(")")) {
    if (head.includes("enum")) return "enum";
    if (head.some((word) => typeWords.has(word))) return "type";
  }
  if (head.includes("namespace")) return "scope";
  if (blockWords.has(before)) return "block";
  if (before === "]" && !isName(tokens[(partners[at - 1] ?? 0) - 1]?.text)) return "block";
  if (before === ")") return isCast(tokens[(partners[at - 1] ?? 0) - 1]?.text) ? "list" : "block";
  if (isName(before) || before === ">")
    return head.length <= 1 || head.includes(")") || head.includes("->") ? "block" : "list";
  return around === "list" ? "list" : "block";
}

/** The words since the last statement, without what is in brackets; a closed parenthesis is one word. */
function wordsOfHead(tokens: readonly Token[], partners: readonly number[], end: number): readonly string[] {
  const words: string[] = [];
  for (let at = end - 1; at >= 0 && words.length < maxHead; at -= 1) {
    const word = tokens[at]?.text ?? "";
    if (/^[;{}]$/.test(word)) break;
    const partner = partners[at] ?? -1;
    if (closers.has(word) && partner !== -1 && partner < at) at = partner;
    // Still open: the brace is inside of it.
    else if (openers.has(word)) break;
    words.push(word);
  }
  return words;
}

/** What precedes the parenthesis in `x = (struct point){…}`, other than the name of a function. */
function isCast(before: string | undefined): boolean {
  return before !== undefined && /^[=,(?:&|!+*/<>{-]$|^return$/.test(before);
}

const maxHead = 60;
const typeWords = new Set(["class", "struct", "union"]);
const blockWords = new Set(["else", "do", "try", "const", "noexcept", "override", "final", "mutable", "volatile"]);

/** A name that is no keyword. */
export function isName(word: string | undefined): boolean {
  if (word === undefined) return false;
  return (/^[A-Za-z_$][\w$]*$/.test(word) || /^[\p{L}_$][\p{L}\d_$]*$/u.test(word)) && !keywords.has(word);
}

/** Names that grammars take for types of the language. */
export const typeNames =
  /^(?:u?int(?:8|16|32|64|max|ptr)_t|s?size_t|ptrdiff_t|char(?:8|16|32)_t|nullptr_t|max_align_t)$/;

export const typeKeywords = new Set(
  "void bool char short int long float double signed unsigned struct union enum const volatile".split(" "),
);
export const keywords = new Set([
  ...typeKeywords,
  ...(
    "if else for while do switch case default return break continue goto sizeof typedef static extern inline register auto " +
    "class namespace template typename using operator new delete this throw try catch public private protected virtual " +
    "friend explicit constexpr consteval constinit mutable noexcept override final decltype static_assert alignas alignof " +
    "co_await co_yield co_return requires concept thread_local nullptr true false restrict defined typeof __typeof__ " +
    "static_cast const_cast dynamic_cast reinterpret_cast __attribute__ __declspec asm __asm__ _Generic"
  ).split(" "),
]);
