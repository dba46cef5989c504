import { type Replacement, replaceParts } from "../replace-parts.ts";

/** Ways to make Kotlin parsable that the grammar does not know, in the order in which they are tried. */
export const kotlinRepairs: readonly ((text: string) => string)[] = [
  endDeclarations,
  plainKotlin,
  (text) => endDeclarations(plainKotlin(text)),
];

/**
 * The grammar wants the end of a line after the last declaration of a body: `{ val x = 1 }` gets a semicolon instead of its
 * last space.
 */
function endDeclarations(text: string): string {
  // Expressions in strings stay as they are.
  return text.replaceAll(/\$\{[^{}\n]*\}|(?<=[^\s{;,>])[ \t](?=\})/g, (found) => (found.length === 1 ? ";" : found));
}

function plainKotlin(text: string): string {
  const code = blankTexts(text);
  return replaceParts(text, [
    ...plainDollars(text),
    ...nameContexts(code),
    ...closeGetters(code),
    ...words(code, /(?<![.\w])suspend(?=[ \t]?\{)/g),
    // `String?::plus`
    ...words(code, /\?(?=::)/g),
    // `is A if a.b -> c` is read as two conditions.
    ...words(code, /\bif(?<=\n[ \t]{1,99}(?:is )?[\w.]{1,99} if)(?= [^\n{}]{1,300}->)/g, ","),
    // A reference to a function begins a statement.
    ...words(code, /[ \t](?=::\w)(?<=\n[ \t]{1,99})/g, ";"),
    ...[...code.matchAll(modifierAsName)].map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      by: `_${word.slice(1)}`,
    })),
  ]);
}

/** A modifier is a name where something is assigned to it or is a member of it. */
const modifierAsName =
  /\b(?:inline|final|suspend|data|value|open|inner|override|infix|operator|external|lateinit|const|sealed|abstract|actual|expect|by|out|vararg|noinline|tailrec|private|public|internal|protected|annotation|companion)(?= ?(?:[-+]?=[^=]|[.)][^]))(?<=(?:[({,;\n][ \t]{0,99}|[=!] ?)\w{2,12})/g;

/** Comments become spaces, and so does what is in strings. */
function blankTexts(text: string): string {
  return text.replaceAll(
    /\/\/.*|\/\*[^]*?(?:\*\/|$)|"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`/g,
    (found) => {
      if (/^["'`]/.test(found)) return `"${found.slice(1, -1).replaceAll(/[^\n]/g, " ")}"`.slice(0, found.length);
      return found.replaceAll(/[^\n]/g, " ");
    },
  );
}

function words(code: string, pattern: RegExp, by = ""): readonly Replacement[] {
  return [...code.matchAll(pattern)].map(({ index, 0: word }) => ({ start: index, end: index + word.length, by }));
}

/** `$$"a $b"` has no expression in it. */
function plainDollars(text: string): readonly Replacement[] {
  return [...text.matchAll(/(?<!\$)(\$\$+)("""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*")/g)].flatMap(
    ({ index, 1: signs = "", 2: string = "" }) => [
      { start: index, end: index + signs.length },
      ...[...string.matchAll(/\$/g)].map(({ index: at }) => {
        const start = index + signs.length + at;
        return { start, end: start + 1, by: "_" };
      }),
    ],
  );
}

/** `context(a: A, b: B)` before a declaration is read as `@A<B>`. */
function nameContexts(code: string): readonly Replacement[] {
  return [...code.matchAll(/^([ \t]*)context ?\(([^()\n]{1,400})\)(?=[ \t]*$)/gm)].flatMap(
    ({ index, 0: whole, 1: indent = "", 2: list = "" }) => {
      const end = index + whole.length - 1;
      const from = end - list.length;
      const comma = list.indexOf(",");
      const parts: Replacement[] = [
        { start: index + indent.length, end: from },
        { start: end, end: end + 1, by: comma === -1 ? "" : ">" },
      ];
      if (comma !== -1) parts.push({ start: from + comma, end: from + comma + 1, by: "<" });
      for (const [at, { index: start, 0: name }] of [...list.matchAll(/\w+ ?:[ \t]*(?=\w)/g)].entries()) {
        const type = from + start + name.length;
        parts.push({ start: from + start, end: type - 1 }, { start: type - 1, end: type, by: at === 0 ? "@" : " " });
      }
      return parts;
    },
  );
}

/** `get() = a` before a line that begins with an annotation of `set` becomes `get() { a` and `}`. */
function closeGetters(code: string): readonly Replacement[] {
  const pattern =
    /=(?<=\bget\(\) ?=)(?=[^\n]{1,300}\n[ \t]{1,99}@[^\n]{1,300}\bset\(|[^\n]{1,300}\n[ \t]{1,99}@[^\n]{1,300}\n[^\n]{1,99}\bset\()/g;
  return [...code.matchAll(pattern)].flatMap(({ index }) => {
    const line = code.indexOf("\n", index);
    const end = line + (/^\n[ \t]+/.exec(code.slice(line, line + 200))?.[0].length ?? 0);
    return [
      { start: index, end: index + 1, by: "{" },
      { start: end - 1, end, by: "}" },
    ];
  });
}
