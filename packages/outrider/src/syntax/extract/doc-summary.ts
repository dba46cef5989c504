/** The first sentence of a doc comment, without comment marks. */
export function summariseDoc(comment: string): string | undefined {
  const lines = comment.split(/\r\n|\n|\r/).map(withoutMarks);
  const paragraph: string[] = [];
  for (const line of lines) {
    if (line === "" || /^[@:\\]\w/.test(line) || /^[-=*_~]{3,}$/.test(line)) {
      if (paragraph.length > 0) break;
      continue;
    }
    paragraph.push(line);
  }
  const text = paragraph
    .join(" ")
    .replaceAll(/<\/?(?:summary|p|code|b|i|para|remarks)>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)/.exec(text)?.[0] ?? text;
  if (!/\p{L}/u.test(sentence)) return undefined;
  return sentence.length <= maxShown ? sentence : `${sentence.slice(0, maxShown - 1)}…`;
}

const maxShown = 160;

function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(
      /^(?:\/\*\*?!?|\/\/[/!]?|#+[!']?|--+(?:\[=*\[|\s?[|^](?=\s))?|;+|%+|\*+(?!\/)|\{-\s?\|?|\(\*+|[rRuUbBfF]{0,2}(?:"""|'''|"|'))\s?/,
      "",
    )
    .replace(/\s*(?:\*+\/|-\}|\*+\)|\]=*\]|"""|'''|"|')$/, "")
    .trim();
}
