import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const classes = over(
  "typescript",
  "classes.ts",
  `/** Things that can be read. */
export interface Readable<T> {
  /** Bytes. */
  size: number;
  read(at: number): T;
}

export type Key = string | number;

export function parse(text: string): number;
export function parse(text: number): string;
export function parse(text: string | number): string | number {
  return typeof text === "string" ? Number(text) : String(text);
}

@sealed
export class Store<T extends Key> implements Readable<T> {
  static count = 0;
  #items: T[] = [];
  @observed
  name = "store";

  constructor(private readonly first: T) {
    this.#items.push(first);
  }

  get size(): number {
    return this.#items.length;
  }

  set limit(value: number) {
    this.#items.length = value;
  }

  /** Reads one. */
  @logged("read")
  read(at: number): T {
    // {
    return this.#items[at] ?? this.first;
  }

  async *all(): AsyncGenerator<T> {
    for (const item of this.#items) yield item;
  }
}

/** Not used by anyone. */
export function unused(): void {}

export default class extends Store<string> {}

export abstract class Base {
  abstract open(): void;
  close(): void {
    this.open();
  }
}

namespace Inner {
  export const deep = 1;
  export function dive(): number {
    return deep;
  }
}
`,
);
const store = `  /** Reads one. */
  @logged("read")
  read(at: number): T {
    // {
    return this.#items[at] ?? this.first;
  }
`;
const newRead = `read(at: number): T {
  return this.first;
}`;

/** Declarations with something before, in or behind them. */
export const typescriptClasses = [
  classes.does(
    "a method is replaced with its decorator, its comment stays",
    replace("Store/read", `@logged("r")\n${newRead}`),
    to(
      '@logged("read")',
      '@logged("r")',
      "    // {\n    return this.#items[at] ?? this.first;",
      "    return this.first;",
    ),
  ),
  classes.mayRefuse(
    "a method sent without its decorator",
    replace("Store/read", newRead),
    to('  @logged("read")\n', "", "    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.does(
    "a method is replaced with its comment",
    replace("Store/read", `/** One. */\n${newRead}`, { part: "with_doc" }),
    to(store, "  /** One. */\n  read(at: number): T {\n    return this.first;\n  }\n"),
  ),
  classes.mayRefuse(
    "a method sent with a comment, of which there is one",
    replace("Store/read", `/** One. */\n@logged("read")\n${newRead}`),
    to(store, '  /** One. */\n  @logged("read")\n  read(at: number): T {\n    return this.first;\n  }\n'),
  ),
  classes.does(
    "a method is sent with too much indentation",
    replace(
      "Store/read",
      '        @logged("read")\n        read(at: number): T {\n          return this.first;\n        }',
    ),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.does(
    "a method whose first line alone lacks its indentation",
    replace("Store/read", '@logged("read")\n  read(at: number): T {\n    return this.first;\n  }'),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.does(
    "a method is sent between empty lines",
    replace("Store/read", `\n\n@logged("read")\n${newRead}\n\n`),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.does(
    "a body with an empty line in it gets no blanks there",
    replaceBody("Store/read", "const item = this.#items[at];\n\nreturn item ?? this.first;"),
    to(
      "    // {\n    return this.#items[at] ?? this.first;",
      "    const item = this.#items[at];\n\n    return item ?? this.first;",
    ),
  ),
  classes.does(
    "a body is sent with its braces",
    replaceBody("Store/read", "{\n  return this.first;\n}"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.does(
    "a body whose text is a template of several lines",
    replaceBody("Store/read", "return `a\nb` as T;"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return `a\nb` as T;"),
  ),
  classes.mayRefuse(
    "a declaration is sent as a body",
    replaceBody("Store/read", newRead),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.mayRefuse(
    "a body is sent as a declaration",
    replace("Store/read", "return this.first;"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.mayRefuse(
    "a body with its braces is sent as a declaration",
    replace("Store/read", "{\n  return this.first;\n}"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.refuses(
    "a body closes the class",
    replaceBody("Store/read", "  return this.first;\n  }\n}\nfunction more() {\n  {\n"),
  ),
  classes.refuses("a body opens a comment", replaceBody("Store/read", "return this.first; /*")),
  classes.refuses("a body opens a template", replaceBody("Store/read", "return `${this.first} as T;")),
  classes.mayRefuse(
    "a body with new lines that are spelled out",
    replaceBody("Store/read", "const item = this.#items[at];\\nreturn item ?? this.first;"),
    to(
      "    // {\n    return this.#items[at] ?? this.first;",
      "    const item = this.#items[at];\n    return item ?? this.first;",
    ),
  ),
  classes.mayRefuse(
    "a body in a Markdown fence",
    replaceBody("Store/read", "```ts\nreturn this.first;\n```"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return this.first;"),
  ),
  classes.mayRefuse(
    "a body with HTML entities",
    replaceBody("Store/read", "return at &gt; 1 &amp;&amp; at &lt; 3 ? this.first : this.first;"),
    to("    // {\n    return this.#items[at] ?? this.first;", "    return at > 1 && at < 3 ? this.first : this.first;"),
  ),
  classes.does(
    "a body in which escapes belong to a string",
    replaceBody("Store/read", 'return "a\\nb" as T;'),
    to("    // {\n    return this.#items[at] ?? this.first;", '    return "a\\nb" as T;'),
  ),
  classes.does(
    "a constructor with its parameters",
    replace(
      "Store/constructor",
      "constructor(private readonly first: T, public last?: T) {\n  this.#items.push(first);\n}",
    ),
    to("constructor(private readonly first: T)", "constructor(private readonly first: T, public last?: T)"),
  ),
  classes.does("a getter", replaceBody("Store/size", "return 1;"), to("return this.#items.length;", "return 1;")),
  classes.does(
    "a setter",
    replaceBody("Store/limit", "this.#items = [];"),
    to("this.#items.length = value;", "this.#items = [];"),
  ),
  classes.does(
    "a generator",
    replaceBody("Store/all", "yield* this.#items;"),
    to("for (const item of this.#items) yield item;", "yield* this.#items;"),
  ),
  classes.does("a private field", replace("Store/#items", "#items: T[] = [...[]];"), to("= [];", "= [...[]];")),
  classes.mayRefuse(
    "a field with a decorator, sent without",
    replace("Store/name", 'name = "shop";'),
    to('  @observed\n  name = "store";', '  name = "shop";'),
    to('"store"', '"shop"'),
  ),
  classes.does(
    "a field with its decorator",
    replace("Store/name", '@observed\nname = "shop";'),
    to('"store"', '"shop"'),
  ),
  classes.does(
    "a static field, sent without its semicolon, does not swallow the next",
    replace("Store/count", "static count = 1"),
    to("count = 0;", "count = 1"),
    to("count = 0", "count = 1"),
  ),
  classes.does(
    "a class is replaced with decorator and comment",
    replace("Base", "export abstract class Base {}"),
    to(
      "export abstract class Base {\n  abstract open(): void;\n  close(): void {\n    this.open();\n  }\n}",
      "export abstract class Base {}",
    ),
  ),
  classes.does(
    "an abstract method",
    replace("Base/open", "abstract open(now: boolean): void;"),
    to("abstract open(): void;", "abstract open(now: boolean): void;"),
  ),
  classes.refuses(
    "overloads of which none is named",
    replace("parse", "export function parse(text: string): string;"),
    "ambiguous_symbol",
  ),
  classes.does(
    "an overload by its number",
    replace("parse[1]", "export function parse(text: bigint): string;"),
    to("parse(text: number): string;", "parse(text: bigint): string;"),
  ),
  classes.does(
    "the overload with the body",
    replaceBody("parse[2]", "return 1;"),
    to('return typeof text === "string" ? Number(text) : String(text);', "return 1;"),
  ),
  classes.refuses("the body of an overload that has none", replaceBody("parse[0]", "return 1;")),
  classes.refuses(
    "an overload that is not there",
    replace("parse[7]", "export function parse(text: bigint): string;"),
    "no_symbol",
  ),
  classes.does(
    "an interface",
    replace("Readable", "export interface Readable<T> {\n  read(at: number): T;\n}"),
    to("export interface Readable<T> {\n  /** Bytes. */\n  size: number;\n", "export interface Readable<T> {\n"),
  ),
  classes.does(
    "a property of an interface",
    replace("Readable/size", "readonly size: number;"),
    to("  size: number;", "  readonly size: number;"),
  ),
  classes.does(
    "a property of an interface, sent without its semicolon",
    replace("Readable/size", "readonly size: number"),
    to("  size: number;", "  readonly size: number;"),
    to("  size: number;", "  readonly size: number"),
  ),
  classes.does(
    "a type",
    replace("Key", "export type Key = bigint;"),
    to("string | number;\n\nexport function parse(text: string)", "bigint;\n\nexport function parse(text: string)"),
  ),
  classes.does(
    "a function that nobody uses is removed, its comment too",
    remove("unused"),
    to("/** Not used by anyone. */\nexport function unused(): void {}\n\n", ""),
  ),
  classes.mayRefuse(
    "a function is removed, its comment is not",
    remove("unused", { part: "declaration" }),
    to("export function unused(): void {}\n\n", ""),
    to("export function unused(): void {}\n", ""),
    to("/** Not used by anyone. */\nexport function unused(): void {}\n\n", ""),
  ),
  classes.refuses("a type that is used is not removed", remove("Key")),
  classes.refuses("an interface that a class implements is not removed", remove("Readable")),
  classes.does(
    "a method is removed if its uses are left with decorator and comment",
    remove("Store/read", { unproven: "leave" }),
    to(`${store}\n`, ""),
  ),
  classes.does(
    "the last method is removed if its uses are left",
    remove("Base/close", { unproven: "leave" }),
    to("  close(): void {\n    this.open();\n  }\n", ""),
  ),
  classes.does(
    "the first field is removed if its uses are left",
    remove("Store/count", { unproven: "leave" }),
    to("  static count = 0;\n", ""),
  ),
  classes.adds(
    "a method behind another",
    insert("after", "Store/read", "drop(): void {\n  this.#items = [];\n}"),
    to("?? this.first;\n  }\n\n", "?? this.first;\n  }\n\n  drop(): void {\n    this.#items = [];\n  }\n\n"),
  ),
  classes.adds(
    "a method before another stands before its comment",
    insert("before", "Store/read", "drop(): void {\n  this.#items = [];\n}"),
    to("  /** Reads one. */", "  drop(): void {\n    this.#items = [];\n  }\n\n  /** Reads one. */"),
  ),
  classes.adds(
    "a method as the last",
    insert("last", "Store", "drop(): void {\n  this.#items = [];\n}"),
    to("yield item;\n  }\n", "yield item;\n  }\n\n  drop(): void {\n    this.#items = [];\n  }\n"),
  ),
  classes.adds(
    "a field as the first",
    insert("first", "Store", "flag = true;"),
    to("  static count = 0;", "  flag = true;\n  static count = 0;"),
  ),
  classes.adds(
    "a member into an interface",
    insert("last", "Readable", "close(): void;"),
    to("  read(at: number): T;\n", "  read(at: number): T;\n  close(): void;\n"),
  ),
  classes.adds(
    "a member into a namespace",
    insert("last", "Inner", "export const deeper = 2;"),
    to("    return deep;\n  }\n", "    return deep;\n  }\n  export const deeper = 2;\n"),
  ),
  classes.does(
    "a function in a namespace",
    replaceBody("Inner/dive", "return deep + 1;"),
    to("return deep;", "return deep + 1;"),
  ),
  classes.refuses("a statement into a class", insert("last", "Store", "if (true) doIt();")),
  classes.mayRefuse(
    "a member into a function",
    insert("last", "unused", "const x = 1;"),
    to("unused(): void {}", "unused(): void {\n  const x = 1;\n}"),
  ),
  classes.refuses("a member into what has none", insert("last", "Key", "x: 1;")),
  classes.adds(
    "a function before one with a comment",
    insert("before", "unused", "export function other(): void {}"),
    to("/** Not used by anyone. */", "export function other(): void {}\n\n/** Not used by anyone. */"),
  ),
  classes.adds(
    "a function behind the last overload",
    insert("after", "parse[2]", "export function other(): void {}"),
    to(": String(text);\n}\n", ": String(text);\n}\n\nexport function other(): void {}\n"),
  ),
  classes.mayRefuse(
    "a function between overloads",
    insert("after", "parse[0]", "export function other(): void {}"),
    to("(text: string): number;\n", "(text: string): number;\nexport function other(): void {}\n"),
  ),
  classes.refuses(
    "a class in whose body a bracket is lost",
    replace("Base", "export abstract class Base {\n  abstract open(): void;\n  close(): void {\n}"),
  ),
];
