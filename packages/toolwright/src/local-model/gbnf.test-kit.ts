/** A second reading of llama.cpp's grammars, for tests: what a grammar accepts, and texts that it allows. */
type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "class"; readonly isNot: boolean; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "all" | "one"; readonly nodes: readonly Node[] }
  | { readonly kind: "repeat"; readonly node: Node; readonly least: number; readonly most: number };

export type Grammar = ReadonlyMap<string, Node>;

export function parseGrammar(text: string): Grammar {
  const rules = new Map<string, Node>();
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, name = "", body = ""] = /^([a-zA-Z][a-zA-Z0-9-]*) ::= (.+)$/.exec(line) ?? [];
    if (name === "") throw new Error(`Not a rule: ${line}`);
    if (rules.has(name)) throw new Error(`${name} is there twice.`);
    const reader = new Reader(body);
    rules.set(name, reader.readChoice());
    reader.expectEnd();
  }
  return rules;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readChoice(): Node {
    const nodes = [this.#readSequence()];
    while (this.#take(/\s*\|/y) !== undefined) nodes.push(this.#readSequence());
    return { kind: "one", nodes };
  }

  expectEnd(): void {
    if (this.#text.slice(this.#at).trim() !== "") throw new Error(`Unread: ${this.#text.slice(this.#at)}`);
  }

  #readSequence(): Node {
    const nodes: Node[] = [];
    for (;;) {
      const node = this.#readItem();
      if (node === undefined) return { kind: "all", nodes };
      nodes.push(this.#readCounts(node));
    }
  }

  #readItem(): Node | undefined {
    this.#take(/\s*/y);
    const quoted = this.#take(/"((?:[^"\\]|\\.)*)"/y);
    if (quoted !== undefined) return { kind: "text", text: unescape(quoted) };
    const listed = this.#take(/\[((?:[^\]\\]|\\.)+)\]/y);
    if (listed !== undefined) return readClass(listed);
    const name = this.#take(/([a-zA-Z][a-zA-Z0-9-]*)/y);
    if (name !== undefined) return { kind: "rule", name };
    if (this.#take(/\(/y) === undefined) return undefined;
    const inner = this.readChoice();
    if (this.#take(/\s*\)/y) === undefined) throw new Error(`No ")" in ${this.#text}`);
    return inner;
  }

  #readCounts(node: Node): Node {
    const sign = this.#take(/([?*+])/y);
    if (sign !== undefined)
      return { kind: "repeat", node, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const counts = this.#take(/\{(\d+,\d*)\}/y);
    if (counts === undefined) return node;
    const [least = "", most = ""] = counts.split(",");
    return { kind: "repeat", node, least: Number(least), most: most === "" ? Infinity : Number(most) };
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[1] ?? found[0];
  }
}

function unescape(text: string): string {
  return text.replaceAll(/\\(?:x([0-9A-F]{2})|(.))/g, (_all, code: string | undefined, char: string) =>
    code === undefined ? (char === "n" ? "\n" : char) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function readClass(listed: string): Node {
  const isNot = listed.startsWith("^");
  const chars = [...(isNot ? listed.slice(1) : listed).matchAll(/\\x[0-9A-F]{2}|\\.|./gu)].map(([char]) => char);
  const ranges: [number, number][] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const from = unescape(chars[at] ?? "").codePointAt(0) ?? 0;
    const isRange = chars[at + 1] === "-" && at + 2 < chars.length;
    ranges.push([from, isRange ? (unescape(chars[at + 2] ?? "").codePointAt(0) ?? 0) : from]);
    if (isRange) at += 2;
  }
  return { kind: "class", isNot, ranges };
}

/** Whether a grammar allows exactly this text. */
export function accepts(grammar: Grammar, text: string): boolean {
  const chars = Array.from(text);
  return matchNode(grammar, { kind: "rule", name: "root" }, chars, 0).has(chars.length);
}

/** Where the node may end if it begins at a character. */
function matchNode(grammar: Grammar, node: Node, chars: readonly string[], at: number): ReadonlySet<number> {
  switch (node.kind) {
    case "text": {
      const wanted = Array.from(node.text);
      return wanted.every((char, index) => chars[at + index] === char) ? new Set([at + wanted.length]) : none;
    }
    case "class": {
      const char = chars[at]?.codePointAt(0);
      if (char === undefined) return none;
      const isListed = node.ranges.some(([from, to]) => char >= from && char <= to);
      return isListed === node.isNot ? none : new Set([at + 1]);
    }
    case "rule":
      return matchNode(grammar, findRule(grammar, node.name), chars, at);
    case "one":
      return new Set(node.nodes.flatMap((each) => [...matchNode(grammar, each, chars, at)]));
    case "all": {
      let ends: ReadonlySet<number> = new Set([at]);
      for (const each of node.nodes) ends = matchFrom(grammar, each, chars, ends);
      return ends;
    }
    case "repeat": {
      const found = new Set<number>(node.least === 0 ? [at] : []);
      let ends: ReadonlySet<number> = new Set([at]);
      for (let count = 1; count <= node.most && ends.size > 0; count += 1) {
        ends = matchFrom(grammar, node.node, chars, ends);
        if (count >= node.least) for (const end of ends) found.add(end);
      }
      return found;
    }
  }
}

function matchFrom(grammar: Grammar, node: Node, chars: readonly string[], starts: ReadonlySet<number>) {
  return new Set([...starts].flatMap((start) => [...matchNode(grammar, node, chars, start)]));
}

const none: ReadonlySet<number> = new Set();

/** A text that the grammar allows, as chance has it. `random` is from 0 up to 1. */
export function writeSentence(grammar: Grammar, random: () => number): string {
  return writeNode(grammar, { kind: "rule", name: "root" }, random, 0);
}

/** Below this, what may be left out is left out. */
const deepest = 12;

function writeNode(grammar: Grammar, node: Node, random: () => number, depth: number): string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "class":
      return writeCharacter(node, random);
    case "rule":
      return writeNode(grammar, findRule(grammar, node.name), random, depth + 1);
    case "one": {
      const at = depth > deepest ? 0 : Math.floor(random() * node.nodes.length);
      return writeNode(grammar, node.nodes[at] ?? { kind: "text", text: "" }, random, depth);
    }
    case "all":
      return node.nodes.map((each) => writeNode(grammar, each, random, depth)).join("");
    case "repeat": {
      const more = depth > deepest ? 0 : Math.floor(random() * 4);
      const count = Math.min(node.most, node.least + more);
      return Array.from({ length: count }, () => writeNode(grammar, node.node, random, depth)).join("");
    }
  }
}

const someCharacters = ["a", "Z", "0", " ", ",", ":", "{", "}", "[", "]", "'", "é", "漢", "🙂"];

function writeCharacter({ isNot, ranges }: Extract<Node, { kind: "class" }>, random: () => number): string {
  if (isNot) return someCharacters[Math.floor(random() * someCharacters.length)] ?? "a";
  const [from, to] = ranges[Math.floor(random() * ranges.length)] ?? [97, 97];
  return String.fromCodePoint(from + Math.floor(random() * (to - from + 1)));
}

function findRule(grammar: Grammar, name: string): Node {
  const rule = grammar.get(name);
  if (rule === undefined) throw new Error(`There is no rule ${name}.`);
  return rule;
}
