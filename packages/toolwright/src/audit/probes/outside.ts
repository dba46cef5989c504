import { readFileSync, symlinkSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { fieldKind } from "../inputs/field-kind.ts";
import { replyText } from "../rules/reply-text.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { ListedTool, Listing, OutsideRead } from "../seen.ts";
import { findWorkingCall, isSuccess } from "./calls.ts";
import { defineProbe, type Measured } from "./probe.ts";
import { NotMeasured } from "./target.ts";

const linkName = "audit-link.txt";
const mostTools = 8;

/** Words of a server that keeps to directories that its user may set, or not. */
const settable = /\b(?:allowed|permitted|sandbox|restricted?|configured)\b[^.\n]{0,30}\bdirector/i;
/** Words of a server that says that it keeps to its working directory. */
const fixed =
  /\b(?:only|must be|stays?|confined)\b[^.\n]{0,40}\b(?:within|inside|in|under|below|of)\b[^.\n]{0,30}\b(?:workspace|project|root|working director|repositor|base director)/i;

/** Asks tools that only read for a planted file outside of the working directory. */
export const outsideProbe = defineProbe({ name: "outside", uses: ["calls"] }, async (context, measured, keep) => {
  const { listing, limits, target, signal } = context;
  const { place } = target;
  if (place === undefined) throw new NotMeasured("Over HTTP the audit has no directory of its own.");
  const candidates = findPathInputs(listing, measured).slice(0, mostTools);
  if (candidates.length === 0) throw new NotMeasured("No call of a tool that only reads and takes a path has worked.");
  const canary = readFileSync(place.outsideFile, "utf8").trim();
  symlinkSync(place.outsideFile, join(place.work, linkName));
  const { live } = context;
  const seen: OutsideRead[] = [];
  keep(seen);
  for (const { tool, field, input } of candidates) {
    context.status(`asking ${tool.name} for a file outside`);
    for (const path of writePaths(place.work, place.outsideFile, input[field])) {
      if (signal.aborted) break;
      const session = await live.get();
      const given = { ...input, [field]: path };
      const { reply } = await session.callTool(tool.name, given, limits.callMs);
      const call = { tool: tool.name, purpose: "outside", input: given, field, reply } as const;
      const reached = isSuccess(reply) && replyText(reply).includes(canary);
      seen.push({ call, field, reached, limit: findLimit(listing, tool) });
      if (reached) break;
    }
  }
  return seen;
});

interface PathInput {
  readonly tool: ListedTool;
  readonly field: string;
  readonly input: JsonObject;
}

/** Inputs that worked, with a field for a file or an address. */
function findPathInputs({ tools }: Listing, { calls = [] }: Measured): readonly PathInput[] {
  return tools.flatMap((tool) => {
    if (tool.annotations["readOnlyHint"] !== true) return [];
    const worked = findWorkingCall(calls, tool.name);
    const [field] = Object.entries(tool.inputSchema.properties ?? {}).find(([name, schema]) => {
      const kind = fieldKind(name, schema);
      return schema.type === "string" && schema.enum === undefined && (kind === "file" || kind === "url");
    }) ?? [undefined];
    return worked === undefined || field === undefined ? [] : [{ tool, field, input: worked.input }];
  });
}

function writePaths(work: string, outside: string, worked: unknown): readonly string[] {
  if (typeof worked === "string" && /^\w+:\/\//.test(worked)) return [pathToFileURL(outside).href];
  const link = typeof worked === "string" && isAbsolute(worked) ? join(work, linkName) : linkName;
  return [outside, relative(work, outside), link];
}

function findLimit({ instructions }: Listing, { description, inputSchema }: ListedTool): OutsideRead["limit"] {
  const fields = Object.values(inputSchema.properties ?? {}).map((field) => field.description ?? "");
  const texts = [instructions, description, ...fields];
  if (texts.some((text) => fixed.test(text))) return "fixed";
  return texts.some((text) => settable.test(text)) ? "settable" : "none";
}
