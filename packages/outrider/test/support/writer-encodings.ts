/** Each adds something that it alone can hold, so that the file is not plain ASCII. */
export const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  "UTF-8": (text) => Buffer.from(`naïve 😀 ${text}`),
  "UTF-8 with a mark": (text) => Buffer.from(`\u{feff}${text}`),
  "damaged UTF-8": (text) =>
    Buffer.concat([Buffer.from("naïve, naïve "), Buffer.of(0xff), Buffer.from(text), Buffer.of(0xed)]),
  "UTF-16LE": (text) => Buffer.from(`\u{feff}😀\u{d800} ${text}`, "utf16le"),
  "UTF-16BE": (text) => Buffer.from(`\u{feff}😀 ${text}`, "utf16le").swap16(),
  "UTF-16LE without a mark": (text) => Buffer.from(`plain ascii, long enough ${text}`, "utf16le"),
  "Latin-1": (text) => Buffer.from(`caf\u{e9} ${text}`, "latin1"),
};
