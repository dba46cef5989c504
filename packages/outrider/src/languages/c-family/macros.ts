import { settleConditionals } from "./conditionals.ts";
import { bareDefines } from "./defines.ts";
import { access, type Item, readHeads } from "./heads.ts";
import { type Replacement, replaceParts } from "../replace-parts.ts";

/**
 * Makes C and C++ parsable: macros that stand for attributes, linkage or whole declarations are replaced by whitespace, or by a
 * word that keeps their place in the declaration. A macro is recognised by its capitals and its position.
 */
export function hideMacros(text: string): string {
  const settled = settleConditionals(bareDefines(text));
  const parts: Replacement[] = [];
  for (const { items, end, owner } of readHeads(settled)) {
    if (end === "}") {
      if (items.every((item) => isMacro(item) || item.text === "()")) hide(items, 0, items.length, parts, false);
      continue;
    }
    const template = items[0]?.text === "extern" ? 1 : 0;
    if (end === ";" && items[template]?.text === "template" && items[template + 1]?.text !== "<>") {
      // `template class Vector<int>;` declares nothing new, and the grammar cannot parse all forms.
      hide(items, 0, items.length, parts, false);
      continue;
    }
    if (items[0]?.text === "template") nameParameters(items[1], settled, parts);
    if (items[0]?.text === "using") continue;
    const rest = hideLines(items, end, settled, owner, parts);
    if (end === ":") hideLabel(rest, parts);
    else if (end === "{" && rest.length === 2 && isMacro(rest[0])) nameByString(rest, settled, parts);
    else if (rest.some(isClassWord) && hideInClassHead(rest, end, parts)) continue;
    else {
      hideInParameters(rest, settled, parts);
      hideInDeclaration(nameByMacro(rest, settled, owner, parts), owner, parts);
    }
  }
  return replaceParts(settled, parts);
}

/** Macros on their own lines before a declaration: `Q_OBJECT`, `BEGIN_NAMESPACE`, `DEFINE_TYPE(x)`. */
function hideLines(
  items: readonly Item[],
  end: string,
  text: string,
  owner: string | undefined,
  parts: Replacement[],
): readonly Item[] {
  let rest = items;
  for (;;) {
    const size = macroSize(rest, 0);
    const last = rest[size - 1];
    const next = rest[size];
    if (size === 0 || last === undefined) return rest;
    const isStatement = next === undefined && size === 2 && owner !== undefined && end !== "{";
    const isLine =
      next !== undefined &&
      text.slice(last.end, next.start).includes("\n") &&
      (betweens.test(rest[0]?.text ?? "") || hasType(rest, size, owner) || (end === "{" && isMacroAlone(rest, size)));
    if (!isStatement && !isLine) return rest;
    const isAttribute =
      isLine &&
      !text.slice(last.end, next.start).includes("#") &&
      !/^(?:template|namespace|using|extern|class|struct|union|enum)$/.test(next.text) &&
      /API|EXPORT|EXTERN|DEPRECATED|AVAILABLE|INLINE|NODISCARD|PUBLIC/.test(rest[0]?.text ?? "");
    hide(rest, 0, size, parts, isAttribute);
    rest = rest.slice(size);
  }
}

/** Nothing but macros follow, the last one with arguments: `TEST(a, b) {` behind others. */
function isMacroAlone(items: readonly Item[], from: number): boolean {
  const rest = items.slice(from);
  return rest.at(-1)?.text === "()" && rest.every((item) => isMacro(item) || item.text === "()");
}

/** `public Q_SLOTS:` */
function hideLabel(items: readonly Item[], parts: Replacement[]): void {
  if (items.length === 2 && isMacro(items[1])) hide(items, 1, 1, parts, false);
}

/** `TEST_CASE("a name", "[tag]") {` becomes a function with one parameter in place of the string. */
function nameByString(items: readonly Item[], text: string, parts: Replacement[]): void {
  const list = items[1];
  if (list === undefined) return;
  const string = /^\(\s*("(?:[^"\\\n]|\\.)+")/.exec(text.slice(list.start, list.end));
  if (string?.[1] === undefined) return;
  const by = "(".padEnd(string[0].length - string[1].length).padEnd(string[0].length, "_");
  parts.push({ start: list.start, end: list.end - 1, by });
}

/** `int CALLBACK(name)(void)` becomes `int (*name)(void)` where it must be a pointer, elsewhere `int (name)(void)`. */
function nameByMacro(
  items: readonly Item[],
  text: string,
  owner: string | undefined,
  parts: Replacement[],
): readonly Item[] {
  const end = items.findIndex((item) => ends.has(item.text));
  const head = end === -1 ? items : items.slice(0, end);
  const at = head.findIndex((item, index) => index > 0 && isMacro(item) && items[index + 2]?.text === "()");
  const macro = items[at];
  const list = items[at + 1];
  if (macro === undefined || list?.text !== "()" || !head.slice(0, at).some((_, index) => countsAsWord(items, index)))
    return items;
  if (!soleName.test(text.slice(list.start, list.end))) return items;
  const isPointer = owner !== undefined || items[0]?.text === "typedef";
  const by = isPointer ? "(*" : "(";
  parts.push({ start: macro.start, end: list.start + 1, by: by.padStart(list.start + 1 - macro.start) });
  const name = { text: "name", start: list.start + 1, end: list.end - 1 };
  return [...items.slice(0, at), name, ...items.slice(at + 2)];
}

/** `char *RESTRICT a` and `T &a LIFETIME_BOUND`; `type (name)(void)` becomes `type name (void)`. */
function hideInParameters(items: readonly Item[], text: string, parts: Replacement[]): void {
  items.forEach((item, at) => {
    if (item.text !== "()") return;
    const list = text.slice(item.start, item.end);
    for (const { index, 0: macro } of list.matchAll(macroParameter)) {
      parts.push({ start: item.start + index, end: item.start + index + macro.length });
    }
    const type = items[at - 1];
    if (items[at + 1]?.text !== "()" || type === undefined || !soleName.test(list)) return;
    if (type.text !== "<>" && (isMacro(type) || primitives.has(type.text) || !isWord(type))) return;
    parts.push({ start: item.start, end: item.start + 1 }, { start: item.end - 1, end: item.end });
  });
}

const macroParameter =
  /(?<=[*&]\s*)[A-Z][A-Z\d_]{2,}(?=\s+[\p{L}_])|(?<=[*&]\s*[\p{L}_][\p{L}\d_]*\s+)[A-Z][A-Z\d_]{2,}(?=\s*[,)])/gu;
const soleName = /^\(\s*[\p{L}_][\p{L}\d_]*\s*\)$/u;

/** `template <class T, ENABLE_IF(is_small<T>::value)>` is read as if the condition were an `int`. */
function nameParameters(list: Item | undefined, text: string, parts: Replacement[]): void {
  if (list?.text !== "<>") return;
  for (const { index, 0: start } of text.slice(list.start, list.end).matchAll(/(?<=[<,]\s*)[A-Z][A-Z0-9_]{2,}\(/g)) {
    let depth = 1;
    let at = list.start + index + start.length;
    for (; at < list.end && depth > 0; at += 1) depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
    parts.push({ start: list.start + index, end: at, by: "int" });
  }
}

/** `class API Name`, `struct ALIGNED(8) Name`; false if the word only begins the type of something else. */
function hideInClassHead(items: readonly Item[], end: string, parts: Replacement[]): boolean {
  let at = items.findIndex(isClassWord) + 1;
  if (at === 2 && isMacro(items[0])) hide(items, 0, 1, parts, false);
  if (isClassWord(items[at] ?? items[0])) at += 1;
  for (let size = macroSize(items, at); size > 0; size = macroSize(items, at)) {
    const next = items[at + size];
    if (next === undefined || !isWord(next) || next.text === "final") break;
    hide(items, at, size, parts, false);
    at += size;
  }
  const behind = items[at + 1];
  // `struct point ORIGIN = {` declares a value.
  if (end === "{" && isMacro(behind) && !items.some(({ text }) => text === "="))
    hide(items, at + 1, macroSize(items, at + 1), parts, false);
  return (end === "{" && !items.some(({ text }) => text === "=")) || behind === undefined;
}

/** Macros before the type, between type and name, and after the parameters or the name. */
function hideInDeclaration(items: readonly Item[], owner: string | undefined, parts: Replacement[]): void {
  let words = 0;
  let isBehindList = false;
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined || (ends.has(item.text) && items[at - 1]?.text !== "operator")) return;
    const size = macroSize(items, at);
    isBehindList ||= words >= 1 && items[at - 1]?.text === "()";
    const isBehind = words >= 2 || isBehindList;
    if (
      size > 0 &&
      (isBehind || (words < 2 && items[at + size] !== undefined && hasType(items, at + size, owner, words)))
    ) {
      // Only at the start would hiding the macro make the declaration begin too late.
      hide(items, at, size, parts, words === 0 && !isBehind);
      at += size - 1;
      continue;
    }
    if (countsAsWord(items, at)) words += 1;
  }
}

/** Whether a type and a name, or a constructor's name, follow from here: then what came before is not a type. */
function hasType(items: readonly Item[], from: number, owner: string | undefined, before = 0): boolean {
  let words = before;
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined || ends.has(item.text)) break;
    // The name came before these.
    if (item.text === "[]" && words > 0) break;
    if (begins.has(item.text) || access.has(item.text) || isClassWord(item)) return true;
    const size = macroSize(items, at);
    if (size === 2 && at + size < items.length) {
      at += 1;
      continue;
    }
    if (countsAsWord(items, at) && (words > 0 || size === 0 || items[at + 1]?.text === "()")) words += 1;
    if (
      words === 1 &&
      before === 0 &&
      items[at + 1]?.text === "()" &&
      (item.text === owner || isQualifiedTwice(items, at))
    )
      return true;
    if (words >= 2) return true;
    // The name itself is in parentheses: `int (name)(void)`.
    if (item.text === "()") return words === 1 && items[at + 1]?.text === "()";
  }
  return false;
}

/** `Foo::Foo` */
function isQualifiedTwice(items: readonly Item[], at: number): boolean {
  return items[at - 1]?.text === "::" && items[at - 2]?.text === items[at]?.text;
}

/** A word that names a type or the declared thing; `unsigned long` counts as one, and so does `a::b`. */
function countsAsWord(items: readonly Item[], at: number): boolean {
  const item = items[at];
  const last = items[at - 1];
  if (item === undefined || !isWord(item) || specifiers.has(item.text)) return false;
  if (last === undefined) return true;
  if (last.text === "::") return !isQualified(items[at - 2]);
  return !(primitives.has(item.text) && primitives.has(last.text));
}

/** Whether `::` continues a name rather than starting one, as in `const ::a::b`. */
function isQualified(before: Item | undefined): boolean {
  return before !== undefined && (before.text === "<>" || (isWord(before) && !specifiers.has(before.text)));
}

function hide(items: readonly Item[], at: number, size: number, parts: Replacement[], keepsPlace: boolean): void {
  const first = items[at];
  const last = items[at + Math.max(size, 1) - 1];
  if (first === undefined || last === undefined) return;
  const room = first.end - first.start;
  const by = keepsPlace && room >= 6 ? "inline" : keepsPlace && room === 5 ? "const" : "";
  parts.push({ start: first.start, end: last.end, by });
}

/** How many items a macro takes here: 1 alone, 2 with arguments, 0 if there is no macro. */
function macroSize(items: readonly Item[], at: number): number {
  const next = items[at + 1];
  if (!isMacro(items[at]) || items[at - 1]?.text === "::") return 0;
  // Part of a qualified name.
  if (next?.text === "::" && next.start === items[at]?.end) return 0;
  return next?.text === "()" ? 2 : 1;
}

function isMacro(item: Item | undefined): boolean {
  return item !== undefined && (/^_*[A-Z][A-Z0-9_]+$/.test(item.text) || lowerMacros.has(item.text));
}

function isWord({ text }: Item): boolean {
  return /^[\p{L}_$]/u.test(text);
}

function isClassWord(item: Item | undefined): boolean {
  return item !== undefined && classWords.has(item.text);
}

const classWords = new Set(["class", "struct", "union", "enum"]);
/** Lower-case macros of CUDA and the Linux kernel. */
const lowerMacros = new Set(
  (
    "__device__ __host__ __global__ __forceinline__ __constant__ __shared__ __init __exit __initdata __exitdata __user " +
    "__iomem __force __rcu __percpu __bitwise __must_check __always_inline __maybe_unused __always_unused __cold __weak " +
    "__used __pure __packed __sched __ref __read_mostly __ro_after_init __printf __net_init __net_exit asmlinkage noinline"
  ).split(" "),
);
const betweens = /NAMESPACE|BEGIN|END/;
const begins = new Set(["~", "operator", "namespace", "template", "using", "typedef", "auto"]);
const ends = new Set(["=", ":", "->", ","]);
const primitives = new Set("void bool char short int long float double signed unsigned __int64".split(" "));
const specifiers = new Set(
  (
    "static inline extern virtual constexpr consteval constinit const volatile explicit friend typedef register auto mutable " +
    "thread_local typename template __inline __inline__ __extension__ __attribute__ __declspec alignas restrict __restrict " +
    "_Noreturn _Thread_local class struct union enum noexcept override final throw requires decltype"
  ).split(" "),
);
