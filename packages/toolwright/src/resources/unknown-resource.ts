import { describeText } from "../tool/describe-value.ts";
import { nearestName } from "../tool/nearest-name.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { ReadContext, ResourceProvider, ResourceTemplateInfo } from "./provider.ts";

/** The error for an unknown URI: the value, the nearest URIs and the next call. */
export async function describeUnknownResource(
  uri: string,
  provider: ResourceProvider,
  context: ReadContext,
): Promise<ToolError> {
  const template = provider.templates?.find(({ uriTemplate }) => uriTemplate === uri);
  const nearest =
    template === undefined
      ? findNearest(uri, await knownUris(provider, context))
      : (await expand(template, context)).slice(0, most);
  const problem =
    template === undefined
      ? `There is no resource ${describeText(uri)}.`
      : `${describeText(uri)} is a template: put a value in place of each name in braces.`;
  const [first] = nearest;
  const guess = first === undefined ? "" : ` Nearest: ${nearest.map((near) => JSON.stringify(near)).join(", ")}.`;
  return new ToolError("no_resource", `${problem}${guess} Without uri, read_resource lists all.`, {
    next: { tool: "read_resource", input: first === undefined ? {} : { uri: first } },
  });
}

const most = 3;

function findNearest(uri: string, candidates: readonly string[]): readonly string[] {
  const found: string[] = [];
  while (found.length < most) {
    const near = nearestName(
      uri,
      candidates.filter((candidate) => !found.includes(candidate)),
    );
    if (near === undefined) break;
    found.push(near);
  }
  return found;
}

/** Only for a better message: errors here are reported by the list, which the next call requests. */
async function knownUris(provider: ResourceProvider, context: ReadContext): Promise<readonly string[]> {
  const listed = async (): Promise<readonly string[]> => (await provider.list(context)).map(({ uri }) => uri);
  // Of two equally near ones, the page is meant rather than the document it is part of.
  const sources = [...(provider.templates ?? []).map((template) => () => expand(template, context)), listed];
  const found = await Promise.allSettled(sources.map(async (source) => await source()));
  return found.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

/** The URIs of a template with one variable whose values are known. */
async function expand(
  { uriTemplate, complete }: ResourceTemplateInfo,
  context: ReadContext,
): Promise<readonly string[]> {
  const [variable, ...others] = uriTemplate.matchAll(/\{(\+?)(\w+)\}/g);
  if (variable === undefined || others.length > 0) return [];
  const [expression, plus, name = ""] = variable;
  const values = (await complete?.[name]?.("", {}, context)) ?? [];
  const encode = plus === "+" ? encodeURI : encodeURIComponent;
  return values.map((value) => uriTemplate.replace(expression, () => encode(value)));
}

const uriPattern = /^[a-z][a-z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** What is wrong with the URI of a fixed resource, as a sentence; undefined if nothing is. */
export function findUriProblem(uri: string): string | undefined {
  if (!uriPattern.test(uri) || !URL.canParse(uri)) {
    return `${describeText(uri)} is no URI, such as "doc://tool-guide"`;
  }
  // Clients send URIs as normalised by their URL parser, and these have to be found.
  const { href } = new URL(uri);
  return href === uri ? undefined : `${describeText(uri)} is sent by clients as ${describeText(href)}; write it so`;
}
