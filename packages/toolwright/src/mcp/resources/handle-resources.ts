import {
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type {
  ReadContext,
  ResourceContent,
  ResourceInfo,
  ResourceProvider,
  ResourceTemplateInfo,
} from "../../resources/provider.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { Connection } from "../connection.ts";
import { takePage } from "../page.ts";
import { handleSubscriptions } from "./handle-subscriptions.ts";

export function handleResources(connection: Connection, provider: ResourceProvider): void {
  const { definition, server, caller } = connection;
  const contextOf = ({ mcpReq }: ServerContext): ReadContext => ({ caller, signal: mcpReq.signal });

  server.setRequestHandler("resources/list", async ({ params }, context) => {
    const listed = [...(await provider.list(contextOf(context)))].toSorted(byUri);
    const { entries, nextCursor } = takePage(listed, (entry) => entry.uri, params?.cursor, definition.pageSize);
    return { resources: entries.map(wireResource), ...withoutUndefined({ nextCursor }) };
  });

  server.setRequestHandler("resources/templates/list", ({ params }) => {
    const sorted = [...(provider.templates ?? [])].toSorted((left, right) =>
      left.uriTemplate < right.uriTemplate ? -1 : 1,
    );
    const { entries, nextCursor } = takePage(sorted, (each) => each.uriTemplate, params?.cursor, definition.pageSize);
    return { resourceTemplates: entries.map(wireTemplate), ...withoutUndefined({ nextCursor }) };
  });

  server.setRequestHandler("resources/read", async ({ params }, context): Promise<ReadResourceResult> => {
    const contents = await provider.read(params.uri, contextOf(context));
    if (contents === undefined) {
      throw new ResourceNotFoundError(
        params.uri,
        `There is no resource ${JSON.stringify(params.uri)}; resources/list names those that are there.`,
      );
    }
    return { contents: contents.map(wireContent) };
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

function wireContent({ uri, mimeType, body }: ResourceContent) {
  return { uri, ...withoutUndefined({ mimeType }), ...body };
}
