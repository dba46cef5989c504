import {
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { AnyKernel } from "../../call/kernel.ts";
import type {
  ResourceContent,
  ResourceInfo,
  ResourceProvider,
  ResourceTemplateInfo,
} from "../../resources/provider.ts";
import type { Clock } from "../../tool/call-context.ts";
import { describeText } from "../../tool/describe-value.ts";
import { createAskProvider } from "../ask-provider.ts";
import type { Connection } from "../connection.ts";
import { withoutUndefined, takePage } from "../page.ts";

/** More of a URI than any resource has is not repeated to its sender. */
const longestUri = 2_000;

export function handleResources(connection: Connection, provider: ResourceProvider, clock?: Clock): void {
  const { definition, server } = connection;
  const ask = createAskProvider(connection, clock);

  server.setRequestHandler("resources/list", async ({ params }, context) => {
    const listed = await ask(context, "Listing the resources", (reader) => provider.list(reader));
    const sorted = listed.toSorted(byUri);
    const { entries, nextCursor } = takePage(sorted, (entry) => entry.uri, params?.cursor, definition.pageSize);
    return { resources: entries.map(wireResource), ...withoutUndefined({ nextCursor }) };
  });

  server.setRequestHandler("resources/templates/list", async ({ params }) => {
    const sorted = [...(provider.templates ?? [])].toSorted((left, right) =>
      left.uriTemplate < right.uriTemplate ? -1 : 1,
    );
    const { entries, nextCursor } = takePage(sorted, (each) => each.uriTemplate, params?.cursor, definition.pageSize);
    return { resourceTemplates: entries.map(wireTemplate), ...withoutUndefined({ nextCursor }) };
  });

  server.setRequestHandler("resources/read", async ({ params }, context): Promise<ReadResourceResult> => {
    const { uri } = params;
    const shown = describeText(uri);
    const contents = await ask(context, `Reading the resource ${shown}`, (reader) => provider.read(uri, reader));
    if (contents === undefined) {
      throw new ResourceNotFoundError(
        uri.slice(0, longestUri),
        `There is no resource ${shown}; resources/list names those that are there.`,
      );
    }
    return { contents: contents.map((each) => wireContent(each, definition.kernel)) };
  });

  if (connection.era === "legacy") handleSubscriptions(connection);
}

function byUri(left: ResourceInfo, right: ResourceInfo): number {
  return left.uri < right.uri ? -1 : 1;
}

function wireResource(info: ResourceInfo): Resource {
  return { ...info };
}

function wireTemplate(info: ResourceTemplateInfo): ResourceTemplateType {
  const { complete: _, ...template } = info;
  return template;
}

/** Resources do not pass through a call, but leave by the same rules. */
function wireContent({ uri, mimeType, body }: ResourceContent, kernel: AnyKernel) {
  return { uri, ...withoutUndefined({ mimeType }), ...("text" in body ? { text: kernel.redact(body.text) } : body) };
}

/** A client that subscribes to more is broken or malicious. */
const maxSubscriptions = 1_000;
const maxUriLength = 8_192;
const subscribed = new WeakMap<Connection, Set<string>>();

/** Legacy subscriptions live with their connection; modern ones are streams that the SDK serves. */
export function handleSubscriptions(connection: Connection): void {
  const uris = new Set<string>();
  subscribed.set(connection, uris);
  connection.server.setRequestHandler("resources/subscribe", ({ params }) => {
    if (params.uri.length > maxUriLength) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `An address has at most ${maxUriLength} characters.`);
    }
    if (uris.size >= maxSubscriptions && !uris.has(params.uri)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        `This connection watches ${maxSubscriptions} resources already; unsubscribe from some first.`,
      );
    }
    uris.add(params.uri);
    return {};
  });
  connection.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    uris.delete(params.uri);
    return {};
  });
}

export function isSubscribed(connection: Connection, uri: string): boolean {
  return subscribed.get(connection)?.has(uri) ?? false;
}
