import { ToolDefinitionError } from "../tool/check-definition.ts";
import { describeText } from "../tool/describe-value.ts";
import text from "./progressive-disclosure.md" with { type: "text" };
import type { ResourceInfo, ResourceProvider } from "./provider.ts";
import { findUriProblem } from "./unknown-resource.ts";

/** A text at a fixed URI. */
export interface ResourceDocument {
  readonly uri: string;
  readonly title: string;
  /** What it is good for, in a sentence: readers decide by it whether to open it. */
  readonly description: string;
  /** Default: "text/markdown". */
  readonly mimeType?: string;
  /** A function is called for every read. */
  readonly text: string | (() => string | Promise<string>);
}

/** Offers documents as resources. Anything that clients could not handle is an error here, all problems in one message. */
export function createDocumentProvider(documents: readonly ResourceDocument[]): ResourceProvider {
  const problems = documents.flatMap((document, index) => [
    ...findProblems(document),
    ...(documents.findIndex(({ uri }) => uri === document.uri) < index
      ? [`two documents have the address ${describeText(document.uri)}`]
      : []),
  ]);
  if (problems.length > 0) throw new ToolDefinitionError("The list of documents", problems);
  const byUri = new Map(documents.map((document) => [document.uri, document]));
  const infos = documents.map(describeDocument).toSorted((left, right) => (left.uri < right.uri ? -1 : 1));
  return {
    list: () => infos,
    async read(uri) {
      const document = byUri.get(uri);
      if (document === undefined) return undefined;
      const text = typeof document.text === "string" ? document.text : await document.text();
      return [{ uri, mimeType: mimeTypeOf(document), body: { text } }];
    },
  };
}

function findProblems({ uri, title, description, text }: ResourceDocument): readonly string[] {
  const uriProblem = findUriProblem(uri);
  const blank = Object.entries({ title, description, text }).filter(
    ([, value]) => typeof value === "string" && value.trim() === "",
  );
  return [
    ...(uriProblem === undefined ? [] : [uriProblem]),
    ...blank.map(([field]) => `${field} of ${describeText(uri)} is empty`),
  ];
}

function describeDocument(document: ResourceDocument): ResourceInfo {
  const { uri, title, description, text } = document;
  return {
    uri,
    name: nameOf(uri),
    title,
    description,
    mimeType: mimeTypeOf(document),
    ...(typeof text === "string" ? { size: new TextEncoder().encode(text).length } : {}),
  };
}

/** `doc://tool-guide` is "tool-guide". */
function nameOf(uri: string): string {
  return uri.replace(/^[^:]*:\/*/, "") || uri;
}

function mimeTypeOf({ mimeType = "text/markdown" }: ResourceDocument): string {
  return mimeType;
}

/** How answers are sized and continued, explained to the model on demand. */
export const progressiveDisclosureGuide: ResourceDocument = Object.freeze({
  uri: "doc://progressive-disclosure",
  title: "How answers are sized",
  description: "How the tools of this server size their answers, and how to get the rest of a long one.",
  text,
});
