import * as z from "zod";
import type { Attachment } from "../tool/attachment.ts";
import { pageLines, type LinePage } from "./page-lines.ts";
import type { ReadContext, ResourceProvider } from "./provider.ts";
import { renderContents } from "./render-contents.ts";
import { renderResourceList } from "./render-resource-list.ts";
import { describeUnknownResource } from "./unknown-resource.ts";

export const readResourceInput = z.strictObject({
  uri: z.string().min(1).optional().describe("Address of the resource; without it, all are listed"),
  offset: z.int().min(0).optional().describe("First line, counted from 0; default 0"),
  limit: z.int().min(1).max(10_000).optional().describe("Lines at most; default all"),
});

export type ReadResourceInput = z.output<typeof readResourceInput>;

/** A part of the text, and what goes with it. */
export interface ResourcePage extends LinePage {
  readonly attachments: readonly Attachment[];
}

export interface ReadResourceParts {
  readonly provider: ResourceProvider;
  readonly maxAttached: number;
  readonly context: ReadContext;
}

/** The list of all resources, or the text of one, whole or by lines. */
export async function readResource(input: ReadResourceInput, parts: ReadResourceParts): Promise<ResourcePage> {
  const { provider, maxAttached, context } = parts;
  const { uri, ...range } = input;
  if (uri === undefined) {
    const text = renderResourceList(await provider.list(context), provider.templates ?? []);
    return { ...pageLines(text, range), attachments: [] };
  }
  const contents = await provider.read(uri, context);
  if (contents === undefined) throw await describeUnknownResource(uri, provider, context);
  const { text, attachments } = renderContents(contents, maxAttached);
  const page = pageLines(text, range);
  // Binary parts are no lines: they go with the first page, once.
  return { ...page, attachments: page.offset === 0 ? attachments : [] };
}

/** The whole text as it is; a part of it with its place on a line of its own. */
export function formatResourcePage({
  text,
  offset,
  shownLines,
  totalLines,
  nextOffset,
  isWhole,
}: ResourcePage): string {
  if (isWhole) return text === "" ? "The resource is empty." : text;
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  if (shownLines === 0) return `[Offset ${offset} is past the end: there are ${totalLines} lines.]`;
  const last = offset + shownLines - 1;
  const lines = shownLines === 1 ? `Line ${offset}` : `Lines ${offset} to ${last}`;
  const rest = nextOffset === undefined ? "This is the end." : `Goes on at offset ${nextOffset}.`;
  return `${text}${gap}[${lines} of ${totalLines}, counted from 0. ${rest}]`;
}
