import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { renderOutcome, type Failure, type NeedsApproval, type NeedsInput, type Success } from "../../call/outcome.ts";
import type { Attachment } from "../../tool/call-context.ts";
import type { JsonObject } from "../../tool/schema.ts";

/** An answer with its text first: some clients show nothing else. */
export function wireSuccess(outcome: Success, structured: JsonObject | undefined): CallToolResult {
  const text = renderOutcome(outcome);
  const attached = (outcome.attachments ?? []).map(wireAttachment);
  const content: ContentBlock[] = text === "" && attached.length > 0 ? attached : [{ type: "text", text }, ...attached];
  return structured === undefined ? { content } : { content, structuredContent: structured };
}

/** Where a failure carries what a program reads of it. Not in `structuredContent`, for which clients drop the text. */
export const errorKey = "toolwright/error";

/** A failure that the model can read: everything it needs is in the text. A program finds the same in `_meta`. */
export function wireFailure(outcome: Failure | NeedsApproval | NeedsInput, advice = ""): CallToolResult {
  const { code, retryable, next } = outcome.error;
  return {
    content: [{ type: "text", text: `${renderOutcome(outcome)}${advice}` }],
    isError: true,
    _meta: { [errorKey]: { code, retryable, ...(next === undefined ? {} : { next }) } },
  };
}

export function wireAttachment(attachment: Attachment): ContentBlock {
  switch (attachment.kind) {
    case "image":
    case "audio":
      return { type: attachment.kind, data: attachment.data, mimeType: attachment.mimeType };
    case "resource": {
      const { uri, mimeType, body } = attachment;
      return { type: "resource", resource: { uri, ...(mimeType === undefined ? {} : { mimeType }), ...body } };
    }
    case "link": {
      const { kind: _, ...link } = attachment;
      return { type: "resource_link", ...link };
    }
  }
}
