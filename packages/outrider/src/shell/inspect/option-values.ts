import type { Invocation } from "./invocation.ts";
import { textOf, textsOf, type Word } from "./word.ts";

/**
 * The values of some options in any notation: `-o x`, `-ox`, `-so x`, `--out x`, `--out=x`, `--ou x`. A letter cluster
 * is read from the first wanted letter on, since it is unknown whether an earlier one takes a value.
 */
export function optionValues({ args }: Pick<Invocation, "args">, ...options: readonly string[]): readonly Word[] {
  return args.flatMap((word, at) => {
    const next = args.slice(at + 1, at + 2);
    return word.readings.flatMap((reading) => {
      const value = valueIn(reading, options);
      if (value === "next") return next;
      return value === undefined ? [] : [{ ...word, readings: [value.attached] }];
    });
  });
}

type Value = "next" | { readonly attached: string } | undefined;

function valueIn(reading: string, options: readonly string[]): Value {
  if (reading.startsWith("--")) return longValue(reading, options);
  if (!reading.startsWith("-")) return undefined;
  for (const option of options) {
    if (option.startsWith("--")) continue;
    if (option === reading) return "next";
    const value = option.length === 2 ? shortValue(reading, option.charAt(1)) : attachedTo(reading, `${option}=`);
    if (value !== undefined) return value;
  }
  return undefined;
}

function longValue(reading: string, options: readonly string[]): Value {
  const equals = reading.indexOf("=");
  const name = equals === -1 ? reading : reading.slice(0, equals);
  const isMeant = options.some((option) => option === name || (name.length > shortest && option.startsWith(name)));
  if (!isMeant) return undefined;
  return equals === -1 ? "next" : { attached: reading.slice(equals + 1) };
}

// `--o` may be short for too many options.
const shortest = 4;

function shortValue(reading: string, letter: string): Value {
  const at = reading.indexOf(letter, 1);
  if (at === -1 || !/^[\w#]*$/.test(reading.slice(1, at))) return undefined;
  return at === reading.length - 1 ? "next" : { attached: reading.slice(at + 1).replace(/^=/, "") };
}

function attachedTo(reading: string, start: string): Value {
  return reading.startsWith(start) ? { attached: reading.slice(start.length) } : undefined;
}

/** Whether a word is an option whose value is the next word. */
export function givesNext(word: Word | undefined, options: ReadonlySet<string>): boolean {
  const text = word === undefined ? undefined : textOf(word);
  if (text === undefined || !text.startsWith("-")) return false;
  if (options.has(text)) return true;
  return /^-[a-zA-Z0-9]+$/.test(text) && options.has(`-${text.at(-1) ?? ""}`);
}

/** The options before the first operand, with the values of those that `takesValue` matches. */
export function leadingOptions(
  { args }: Pick<Invocation, "args">,
  takesValue: RegExp,
  isLast: RegExp = /^--$/,
): Pick<Invocation, "args"> {
  let end = 0;
  for (const [at, word] of args.entries()) {
    if (at < end) continue;
    const texts = textsOf(word);
    if (!texts.some((text) => text.startsWith("-") && text !== "-")) break;
    end = at + (texts.some((text) => takesValue.test(text)) ? 2 : 1);
    if (texts.some((text) => isLast.test(text))) break;
  }
  return { args: args.slice(0, end) };
}
