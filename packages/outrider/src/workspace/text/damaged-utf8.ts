const escapeBase = 0xdc00;

/** Counts of bytes that are not UTF-8, of multi-byte characters, and of control bytes that no text would contain. */
export interface Utf8Survey {
  readonly invalid: number;
  readonly multibyte: number;
  readonly controls: number;
}

export function surveyUtf8(bytes: Uint8Array): Utf8Survey {
  let invalid = 0;
  let multibyte = 0;
  let controls = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    invalid += length === 0 ? 1 : 0;
    multibyte += length > 1 ? 1 : 0;
    controls += length === 1 && isRareControl(bytes[at] ?? 0) ? 1 : 0;
    at += length || 1;
  }
  return { invalid, multibyte, controls };
}

/** Each byte that is not UTF-8 becomes a lone surrogate U+DC80 to U+DCFF, which well-formed UTF-8 can never contain. */
export function decodeDamaged(buffer: Buffer): string {
  const parts: string[] = [];
  let validFrom = 0;
  for (let at = 0; at < buffer.length;) {
    const length = sequenceLength(buffer, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(buffer.toString("utf8", validFrom, at), String.fromCharCode(escapeBase + (buffer[at] ?? 0)));
    at += 1;
    validFrom = at;
  }
  parts.push(buffer.toString("utf8", validFrom));
  return parts.join("");
}

/** The reverse. All lone surrogates in the text must be escaped bytes. */
export function encodeDamaged(text: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const { index } of text.matchAll(loneSurrogates)) {
    parts.push(Buffer.from(text.slice(from, index), "utf8"), Buffer.of(text.charCodeAt(index) - escapeBase));
    from = index + 1;
  }
  parts.push(Buffer.from(text.slice(from), "utf8"));
  return Buffer.concat(parts);
}

/** With the u flag a pair is one character, so this finds only surrogates without their other half. */
const loneSurrogates = /\p{Surrogate}/gu;

/** The length of the well-formed sequence that begins here (Unicode, table 3-7); 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0xff;
  if (lead < 0x80) {
    return 1;
  }
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  if (length === 0 || second < lowestSecond(lead) || second > highestSecond(lead)) {
    return 0;
  }
  return isContinuation(bytes, at + 2, length > 2) && isContinuation(bytes, at + 3, length > 3) ? length : 0;
}

/** Above 0x80 if the sequence would otherwise be overlong. */
function lowestSecond(lead: number): number {
  return lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
}

/** Below 0xbf if the sequence would otherwise be a surrogate or beyond U+10FFFF. */
function highestSecond(lead: number): number {
  return lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
}

function isContinuation(bytes: Uint8Array, at: number, needed: boolean): boolean {
  return !needed || ((bytes[at] ?? 0) & 0xc0) === 0x80;
}

/** C0 controls except those used in text: bell to carriage return, and escape. */
export function isRareControl(code: number): boolean {
  return code < 0x20 && !(code >= 0x07 && code <= 0x0d) && code !== 0x1b;
}
