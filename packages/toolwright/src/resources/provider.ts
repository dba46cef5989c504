import type { Caller } from "../tool/call-context.ts";

/** What a resource is, without its content. */
export interface ResourceInfo {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes of the content, if known without reading it. */
  readonly size?: number;
}

/** A family of resources: a URI with variables, such as `memory://{topic}` (RFC 6570). */
export interface ResourceTemplateInfo {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Values that match what was typed so far, by variable; `chosen` has the other variables. */
  readonly complete?: Readonly<
    Record<
      string,
      (
        typed: string,
        chosen: Readonly<Record<string, string>>,
        context: ReadContext,
      ) => readonly string[] | Promise<readonly string[]>
    >
  >;
}

/** A part of a resource; binary data is base64. */
export interface ResourceContent {
  readonly uri: string;
  readonly mimeType?: string;
  readonly body: { readonly text: string } | { readonly blob: string };
}

/** Who reads or is offered values, and until when. */
export interface ReadContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** "list" if resources were added or removed; otherwise the URI whose content changed. */
export type ResourceChange = "list" | { readonly uri: string };

/** One source of resources. Everything it lists it can read; what it can read need not be listed. */
export interface ResourceProvider {
  readonly templates?: readonly ResourceTemplateInfo[];
  /** All current resources, in a stable order. */
  list(context: ReadContext): readonly ResourceInfo[] | Promise<readonly ResourceInfo[]>;
  /** Undefined if the URI does not belong to this provider. */
  read(
    uri: string,
    context: ReadContext,
  ): readonly ResourceContent[] | undefined | Promise<readonly ResourceContent[] | undefined>;
  /** Reports changes from now on; the returned function stops that. */
  watch?(onChange: (change: ResourceChange) => void): () => void;
}
