import type { Span } from "../../languages/language.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";

interface DocChange {
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly removed: readonly string[];
}

/** What a doc comment says of parameters that are renamed or go; text that is not an entry of one stays. */
export function docEdits(text: string, { start, end }: Span, { renamed, removed }: DocChange): readonly Replacement[] {
  const doc = text.slice(start, end);
  return [
    ...renamed.flatMap(({ from, to }) =>
      entriesOf(doc, from).map(({ nameAt }) => ({
        start: start + nameAt,
        end: start + nameAt + from.length,
        text: to,
      })),
    ),
    ...removed.flatMap((name) =>
      entriesOf(doc, name).flatMap(({ lineAt }) => {
        const stop = endOfEntry(doc, lineAt);
        return stop === undefined ? [] : [{ start: start + lineAt, end: start + stop, text: "" }];
      }),
    ),
  ];
}

interface Entry {
  readonly nameAt: number;
  /** Where its first line begins. */
  readonly lineAt: number;
}

/** `@param name`, `\param name`, `:param type name:`, `<param name="name">`, and `name: …` below a heading such as `Args:`. */
function entriesOf(doc: string, name: string): readonly Entry[] {
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const forms = [
    String.raw`(?:[@\\](?:param|arg|argument)(?:\[[\w, ]+\])?[ \t]+(?:\{[^}\n]*\}[ \t]+)?(?:[\w\\|<>\[\]?,:]+[ \t]+(?=[$&.]))?[\[$&.]*)(?<name>${word})(?![\p{L}\p{N}_])`,
    String.raw`:(?:param|parameter|arg|type)[ \t]+(?:[^:\n]*[ \t])?(?<name>${word})[ \t]*:`,
    String.raw`<param(?:ref)? name="(?<name>${word})"`,
    ...(/^[ \t]*(?:Args|Arguments|Parameters)[ \t]*:?[ \t]*$/m.test(doc)
      ? [String.raw`^[ \t]+(?<name>${word})[ \t]*(?:\([^)\n]*\))?[ \t]*:`]
      : []),
  ];
  return forms.flatMap((form) =>
    [...doc.matchAll(new RegExp(form, "dgmu"))].flatMap(({ indices }) => {
      const nameAt = indices?.groups?.["name"]?.[0];
      return nameAt === undefined ? [] : [{ nameAt, lineAt: doc.lastIndexOf("\n", nameAt - 1) + 1 }];
    }),
  );
}

/** Up to the next entry, an empty line or the end; undefined if the comment has no line of its own for it. */
function endOfEntry(doc: string, lineAt: number): number | undefined {
  const lines = doc.slice(lineAt).split(/(?<=\n)/);
  const [first = ""] = lines;
  if (lineAt === 0 || !first.endsWith("\n") || /\*\/|"""|'''/.test(first)) return undefined;
  const indent = indentOf(first);
  let length = first.length;
  for (const line of lines.slice(1)) {
    const isNext = /^[ \t/]*\*?[ \t]*(?:$|[@\\:<*]|"""|''')/.test(line.trimEnd()) || /\*\/|"""|'''/.test(line);
    const isBeside = /^[ \t]*[^\s*/]/.test(first) && indentOf(line) <= indent;
    if (isNext || isBeside || line.trim() === "") break;
    length += line.length;
  }
  return lineAt + length;
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}
