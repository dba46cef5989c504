import type { Attachment } from "../tool/attachment.ts";
import { ToolError } from "../tool/tool-error.ts";

/** Clients hold a whole answer in memory, most of them twice. */
const maxBytes = 8 * 1024 * 1024;

/** The attachments as they are; an answer too big to send is an error that the model can act on. */
export function checkAttachments(tool: string, attachments: readonly Attachment[]): readonly Attachment[] {
  if (!Array.isArray(attachments)) throw new TypeError(`attach of ${tool} must return an array`);
  const bytes = attachments.reduce((sum, attachment) => sum + sizeOf(attachment), 0);
  if (bytes <= maxBytes) return attachments;
  throw new ToolError(
    "attachments_too_big",
    `The attachments of ${tool} have ${bytes} bytes; at most ${maxBytes} can be sent. Ask for fewer or smaller ones.`,
  );
}

function sizeOf(attachment: Attachment): number {
  switch (attachment.kind) {
    case "image":
    case "audio":
      return attachment.data.length;
    case "resource":
      return "text" in attachment.body ? attachment.body.text.length : attachment.body.blob.length;
    case "link":
      return attachment.uri.length;
  }
}
