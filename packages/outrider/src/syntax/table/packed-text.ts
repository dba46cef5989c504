import { hasLoneSurrogate } from "../../workspace/text/text-file.ts";
import { damaged } from "./bytes.ts";

/** How a text is stored. UTF-16 is for lone surrogates, which UTF-8 cannot represent. */
export const textForms = ["ascii", "utf8", "utf16"] as const;

export type TextForm = (typeof textForms)[number];

export interface PackedText {
  readonly form: TextForm;
  readonly byteLength: number;
  readonly text: string;
}

export function packText(text: string): PackedText {
  const byteLength = Buffer.byteLength(text);
  if (byteLength === text.length) return { form: "ascii", byteLength, text };
  if (hasLoneSurrogate(text)) return { form: "utf16", byteLength: text.length * 2, text };
  return { form: "utf8", byteLength, text };
}

export function writeText(to: Buffer, at: number, { form, text }: PackedText): void {
  if (text !== "") to.write(text, at, encodings[form]);
}

const encodings = { ascii: "latin1", utf8: "utf8", utf16: "utf16le" } as const;

export function readText(from: Buffer, start: number, end: number, form: TextForm): string {
  switch (form) {
    case "ascii":
      return from.toString("latin1", start, end);
    case "utf16":
      if ((end - start) % 2 === 1) throw damaged("half a character is missing");
      return from.toString("utf16le", start, end);
    case "utf8":
      return readUtf8(from.subarray(start, end));
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw damaged("its text is not UTF-8");
  }
}
