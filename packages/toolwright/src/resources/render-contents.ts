import type { Attachment } from "../tool/attachment.ts";
import type { ResourceContent } from "./provider.ts";

export interface RenderedContents {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** All parts as one text, in which a line stands for each binary part; `maxAttached` counts characters of base64. */
export function renderContents(contents: readonly ResourceContent[], maxAttached: number): RenderedContents {
  const attachments: Attachment[] = [];
  const parts: string[] = [];
  let room = maxAttached;
  for (const content of contents) {
    const { body } = content;
    // A single text is given as it is; of several, each needs its name.
    const heading = contents.length === 1 ? "" : `== ${content.uri} ==\n`;
    if ("text" in body) {
      parts.push(`${heading}${body.text}`);
      continue;
    }
    const fits = body.blob.length <= room;
    if (fits) room -= body.blob.length;
    attachments.push(fits ? attachBlob(content, body.blob) : linkTo(content));
    parts.push(`${heading}${describeBlob(content, body.blob, fits)}`);
  }
  return { text: parts.reduce(joinLines, ""), attachments };
}

function attachBlob({ uri, mimeType = "application/octet-stream" }: ResourceContent, blob: string): Attachment {
  if (mimeType.startsWith("image/")) return { kind: "image", mimeType, data: blob };
  if (mimeType.startsWith("audio/")) return { kind: "audio", mimeType, data: blob };
  return { kind: "resource", uri, mimeType, body: { blob } };
}

function linkTo({ uri, mimeType }: ResourceContent): Attachment {
  return { kind: "link", uri, name: uri, ...(mimeType === undefined ? {} : { mimeType }) };
}

function describeBlob({ uri, mimeType = "unknown type" }: ResourceContent, blob: string, isAttached: boolean): string {
  const what = `Binary content, ${mimeType}, ${decodedBytes(blob)} bytes`;
  return isAttached
    ? `[${what}: attached.]`
    : `[${what}: too big to attach. A client that shows resources can open ${uri}.]`;
}

function decodedBytes(blob: string): number {
  return Math.floor((blob.replace(/=+$/, "").length * 3) / 4);
}

function joinLines(before: string, part: string): string {
  return before === "" || before.endsWith("\n") ? `${before}${part}` : `${before}\n${part}`;
}
