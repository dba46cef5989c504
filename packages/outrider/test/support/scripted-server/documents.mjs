/** The open documents of the server and what it finds in them: every place of the word that was asked for. */
export function createDocuments() {
  const texts = new Map();

  function follow(method, params) {
    if (method === "textDocument/didOpen") texts.set(params.textDocument.uri, params.textDocument.text);
    if (method === "textDocument/didClose") texts.delete(params.textDocument.uri);
    if (method !== "textDocument/didChange") return;
    for (const change of params.contentChanges) {
      const old = texts.get(params.textDocument.uri) ?? "";
      texts.set(params.textDocument.uri, change.range ? patch(old, change) : change.text);
    }
  }

  function places({ textDocument, position }) {
    const word = wordAt(texts.get(textDocument.uri) ?? "", position);
    if (word === undefined) return [];
    return [...texts].flatMap(([uri, text]) => placesIn(text, word).map((range) => ({ uri, range })));
  }

  return { follow, places };
}

const split = (text) => text.split(/\r\n|\n|\r/);

function patch(text, { range, text: inserted }) {
  const offset = ({ line, character }) => {
    const before = text.match(/[^\r\n]*(?:\r\n|\n|\r|$)/g) ?? [];
    return before.slice(0, line).join("").length + character;
  };
  return text.slice(0, offset(range.start)) + inserted + text.slice(offset(range.end));
}

function wordAt(text, { line, character }) {
  const words = (split(text)[line] ?? "").matchAll(/[\p{L}\p{N}_$]+/gu);
  return [...words].find((hit) => hit.index <= character && character <= hit.index + hit[0].length)?.[0];
}

function placesIn(text, word) {
  return split(text).flatMap((content, line) =>
    [...content.matchAll(/[\p{L}\p{N}_$]+/gu)]
      .filter((hit) => hit[0] === word)
      .map(({ index }) => ({ start: { line, character: index }, end: { line, character: index + word.length } })),
  );
}
