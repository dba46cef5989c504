import * as z from "zod";
import type { Attachment } from "../tool/call-context.ts";
import type { ReadContext, ResourceProvider, ResourceInfo, ResourceTemplateInfo, ResourceContent } from "./provider.ts";
import { describeUnknownResource } from "./unknown-resource.ts";

interface RenderedContents {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

type About = Pick<ResourceInfo, "name" | "title" | "description">;

const longest = 120;

export const readResourceInput = z.strictObject({
  uri: z.string().min(1).optional().describe("Address of the resource; without it, all are listed"),
  offset: z.int().min(0).optional().describe("First line, counted from 0; default 0"),
  limit: z.int().min(1).max(10_000).optional().describe("Lines at most; default all"),
});

export type ReadResourceInput = z.output<typeof readResourceInput>;

/** A part of the text, with its attachments. */
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
  // Binary parts are not lines: they are attached to the first page, once.
  return { ...page, attachments: page.offset === 0 ? attachments : [] };
}

/** The whole text as it is; a part of it with its position on a separate line. */
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

/** One line each: URI, name if the URI does not end with it, and what it is. Resources first. */
function renderResourceList(resources: readonly ResourceInfo[], templates: readonly ResourceTemplateInfo[]): string {
  if (resources.length + templates.length === 0) return "There are no resources.";
  const lines = [
    ...resources.map((info) => renderLine(info.uri, info)),
    ...templates.map((info) => renderLine(info.uriTemplate, info)),
  ];
  return lines.join("\n");
}

function renderLine(address: string, { name, title, description }: About): string {
  const what = description ?? title;
  const called = address.endsWith(name) ? "" : ` (${oneLine(name)})`;
  return `${address}${called}${what === undefined ? "" : `: ${oneLine(what)}`}`;
}

/** Descriptions may be as long as their authors like; a list is read for its URIs. */
function oneLine(text: string): string {
  // Cut first: the description may be huge, and only its start is shown.
  const start = text
    .slice(0, longest * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  const [sentence = start] = start.match(/^.*?[.!?](?= |$)/) ?? [];
  return sentence.length <= longest ? sentence : `${sentence.slice(0, longest - 1)}…`;
}

/** All parts as one text, with one line for each binary part; `maxAttached` counts characters of base64. */
function renderContents(contents: readonly ResourceContent[], maxAttached: number): RenderedContents {
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

export interface LineRange {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface LinePage {
  /** With its line endings: all pages joined are the whole text. */
  readonly text: string;
  readonly offset: number;
  readonly shownLines: number;
  readonly totalLines: number;
  /** Present while anything remains. */
  readonly nextOffset?: number;
  /** No part was requested, and `text` is everything. */
  readonly isWhole: boolean;
}

/** The requested lines of a text; lines end with "\n", and an empty text has none. */
export function pageLines(text: string, { offset = 0, limit = Infinity }: LineRange): LinePage {
  const lines = text === "" ? [] : text.split(/(?<=\n)/);
  const shown = lines.slice(offset, offset + limit);
  const end = offset + shown.length;
  return {
    text: shown.join(""),
    offset,
    shownLines: shown.length,
    totalLines: lines.length,
    ...(end < lines.length ? { nextOffset: end } : {}),
    isWhole: offset === 0 && limit === Infinity,
  };
}
