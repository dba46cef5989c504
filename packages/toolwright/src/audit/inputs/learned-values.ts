import { parseJson } from "../parse-json.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";

/** Names of things that tools have returned, for tools that take such names. */
export interface LearnedValues {
  /** Values for a field of this name, in the order in which they were seen. */
  find(field: string): readonly (string | number)[];
  /** Takes what it can from the result of a call. */
  add(tool: string, result: JsonObject): void;
}

const maxValues = 20;
const deepest = 8;
/** Fields that name the thing they are part of. */
const names = /^(?:id|name|key|uri|url|path|slug|handle|title)$|(?:_id|_key|_path|_name|_uri|Id|Key|Path|Name|Uri)$/;

export function createLearnedValues(): LearnedValues {
  const values = new Map<string, (string | number)[]>();

  function keep(name: string, value: unknown): void {
    if (typeof value !== "number" && (typeof value !== "string" || value === "" || value.length > 300)) return;
    const known = values.get(name) ?? [];
    if (known.length < maxValues && !known.includes(value)) values.set(name, [...known, value]);
  }

  function read(value: unknown, subject: string, depth: number): void {
    if (depth > deepest) return;
    if (Array.isArray(value)) return value.slice(0, maxValues).forEach((item) => read(item, subject, depth + 1));
    if (!isJsonObject(value)) return;
    for (const [field, inner] of Object.entries(value)) {
      if (names.test(field)) {
        keep(plain(field), inner);
        // `id` of a ship is what another tool takes as `ship_id`.
        keep(plain(`${subject}_${field}`), inner);
      }
      read(inner, typeof inner === "object" ? singular(field) : subject, depth + 1);
    }
  }

  return {
    find: (field) => values.get(plain(field)) ?? [],
    add(tool, result) {
      const { structuredContent, content } = result;
      const subject = singular(tool.split(/[_.-]/).at(-1) ?? tool);
      read(structuredContent, subject, 0);
      for (const block of Array.isArray(content) ? content.filter(isJsonObject) : []) {
        if (typeof block["text"] === "string") read(parseValue(block["text"]), subject, 0);
      }
    },
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function singular(word: string): string {
  return word.replace(/s$/, "");
}

/** Pages of prose and whole files are not searched. */
function parseValue(text: string): unknown {
  return text.length > 1_000_000 || !/^\s*[[{]/.test(text) ? undefined : parseJson(text);
}
