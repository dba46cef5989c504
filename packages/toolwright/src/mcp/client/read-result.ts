import type { RemoteValue } from "./source-contract.ts";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { cleanLine } from "../../tool/adopt-tool.ts";
import type { Attachment } from "../../tool/attachment.ts";

/** A longer text goes where answers are measured and spilled; attachments are not. */
const maxAttachedText = 2_000;

export function readResult({ content, structuredContent }: CallToolResult): RemoteValue {
  const texts: string[] = [];
  const attachments: Attachment[] = [];
  for (const block of content) {
    const read = readBlock(block);
    if (typeof read === "string") texts.push(read);
    else attachments.push(read);
  }
  const structured = structuredContent === undefined ? {} : { structured: structuredContent };
  return { text: texts.join("\n"), ...structured, attachments };
}

/** The text, or where there is none, the data; an empty answer says that it is one. */
export function formatResult({ text, structured, attachments }: RemoteValue): string {
  if (text !== "") return text;
  if (structured !== undefined) return JSON.stringify(structured);
  return attachments.length === 0 ? "The tool has answered with nothing." : "";
}

function readBlock(block: ContentBlock): Attachment | string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return { kind: block.type, mimeType: cleanLine(block.mimeType, 100), data: block.data };
    case "resource":
      return readResource(block);
    case "resource_link":
      return readLink(block);
  }
}

function readResource({ resource }: Extract<ContentBlock, { type: "resource" }>): Attachment | string {
  const uri = cleanLine(resource.uri, 2_000);
  const mimeType = resource.mimeType === undefined ? {} : { mimeType: cleanLine(resource.mimeType, 100) };
  if ("blob" in resource) return { kind: "resource", uri, ...mimeType, body: { blob: resource.blob } };
  if (resource.text.length > maxAttachedText) return `${uri}:\n${resource.text}`;
  return { kind: "resource", uri, ...mimeType, body: { text: resource.text } };
}

function readLink(link: Extract<ContentBlock, { type: "resource_link" }>): Attachment {
  const { title, description, mimeType } = link;
  return {
    kind: "link",
    uri: cleanLine(link.uri, 2_000),
    name: cleanLine(link.name, 200),
    ...(title === undefined ? {} : { title: cleanLine(title, 200) }),
    ...(description === undefined ? {} : { description: cleanLine(description, 300) }),
    ...(mimeType === undefined ? {} : { mimeType: cleanLine(mimeType, 100) }),
  };
}
