/** Messages that no sound client sends, and the code each is refused with, on every transport. */
export interface HostileMessage {
  readonly title: string;
  readonly bytes: () => string | Buffer;
  readonly code: -32_700 | -32_600;
  /** The id that the refusal answers, where it can be read. */
  readonly id?: "hostile";
}

const maxBytes = 4 * 1024 * 1024;

function call(more: Readonly<Record<string, unknown>>): string {
  const good = { jsonrpc: "2.0", id: "hostile", method: "tools/call", params: { name: "echo", arguments: {} } };
  return JSON.stringify({ ...good, ...more });
}

function withArguments(json: string): string {
  return `{"jsonrpc":"2.0","id":"hostile","method":"tools/call","params":{"name":"echo","arguments":${json}}}`;
}

export const hostileMessages: readonly HostileMessage[] = [
  { title: "malformed JSON", bytes: () => '{"jsonrpc":"2.0","id":1,', code: -32_700 },
  { title: "text that is no JSON", bytes: () => "GET / HTTP/1.1", code: -32_700 },
  { title: "a byte order mark", bytes: () => `\uFEFF${call({})}`, code: -32_700 },
  { title: "invalid UTF-8", bytes: invalidUtf8, code: -32_700 },
  { title: "a batch", bytes: () => `[${call({})}]`, code: -32_600 },
  { title: "an empty batch", bytes: () => "[]", code: -32_600 },
  { title: "null", bytes: () => "null", code: -32_600 },
  { title: "a number", bytes: () => "5", code: -32_600 },
  { title: "an empty object", bytes: () => "{}", code: -32_600 },
  { title: "no jsonrpc", bytes: () => call({ jsonrpc: undefined }), code: -32_600 },
  { title: "another jsonrpc", bytes: () => call({ jsonrpc: "1.0" }), code: -32_600 },
  { title: "id null", bytes: () => call({ id: null }), code: -32_600 },
  { title: "id an object", bytes: () => call({ id: { a: 1 } }), code: -32_600 },
  { title: "id 1.5", bytes: () => call({ id: 1.5 }), code: -32_600 },
  { title: "id true", bytes: () => call({ id: true }), code: -32_600 },
  { title: "id beyond whole numbers", bytes: () => withArguments("{}").replace('"hostile"', "1e400"), code: -32_600 },
  { title: "method a number", bytes: () => call({ method: 5 }), code: -32_600, id: "hostile" },
  { title: "neither method nor result", bytes: () => call({ method: undefined }), code: -32_600, id: "hostile" },
  { title: "params as an array", bytes: () => call({ params: ["echo"] }), code: -32_600, id: "hostile" },
  { title: "params a text", bytes: () => call({ params: "echo" }), code: -32_600, id: "hostile" },
  { title: "params null", bytes: () => call({ params: null }), code: -32_600, id: "hostile" },
  { title: "100,000 levels of arrays", bytes: () => withArguments(nested("[", "]")), code: -32_600, id: "hostile" },
  {
    title: "100,000 levels of objects",
    bytes: () => withArguments(nested('{"a":', "}", "1")),
    code: -32_600,
    id: "hostile",
  },
  { title: "1 million values", bytes: () => withArguments(`[${"0,".repeat(999_999)}0]`), code: -32_600, id: "hostile" },
  { title: "a message over the cap", bytes: () => withArguments(`"${"x".repeat(maxBytes)}"`), code: -32_600 },
];

function nested(open: string, close: string, inner = ""): string {
  return `${open.repeat(100_000)}${inner}${close.repeat(100_000)}`;
}

/** A lone byte of a longer sequence, inside a text. */
function invalidUtf8(): Buffer {
  const [before = "", after = ""] = withArguments('{"text":"|"}').split("|");
  return Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28]), Buffer.from(after)]);
}
