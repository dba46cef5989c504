import * as z from "zod";
import type { CapabilityProbe } from "../access/capabilities.ts";
import type { AccessRules, Policy } from "../access/policy.ts";
import { usageError } from "../cli/command.ts";
import type { Caller } from "../tool/call-context.ts";
import { isJsonObject } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";

/** What a module of tools provides to the kernel. */
export interface ToolModule {
  readonly tools: readonly AnyTool[];
  readonly services: (caller: Caller) => never;
  /** False if the module exports none and `services` returns nothing. */
  readonly hasServices: boolean;
  readonly capabilities: Readonly<Record<string, CapabilityProbe>>;
  readonly access: AccessRules | Policy;
  /** What an MCP client tells its model about the server. */
  readonly instructions?: string;
}

const verdict = z.enum(["allow", "ask", "deny"]);
const accessRules = z.strictObject({
  readOnly: z.boolean().exactOptional(),
  confirm: verdict.exactOptional(),
  tools: z.record(z.string(), verdict).exactOptional(),
});

// The tools are outside this program's types: the module has to ensure that services fit their handlers.
const moduleShape = z.strictObject({
  tools: z.custom<readonly AnyTool[]>((value) => Array.isArray(value) && value.every(isTool), {
    error: "must be an array of tools, each made by defineTool",
  }),
  services: z.custom<ToolModule["services"]>(isFunction, {
    error: "must be a function that makes the services of a call",
  }),
  capabilities: z
    .custom<ToolModule["capabilities"]>((value) => isJsonObject(value) && Object.values(value).every(isFunction), {
      error: "must be an object of probes, each a function",
    })
    .default({}),
  access: z
    .union([z.custom<Policy>(isFunction), accessRules], {
      error: 'must be a policy function or rules such as { confirm: "ask" }',
    })
    .default({}),
  instructions: z.string({ error: "must be a text" }).exactOptional(),
});

const forms =
  "export default a tool, an array of tools, or { tools, services?, capabilities?, access?, instructions? }";

/** Reads the default export; anything but tools created by `defineTool` is refused with a reason. */
export function readExports(exports: unknown, file: string): ToolModule {
  if (!isNamespace(exports) || exports.default === undefined) {
    const names = isNamespace(exports) ? Object.keys(exports) : [];
    const found = names.length === 0 ? "nothing" : names.join(", ");
    throw usageError(`${file} has no default export (it exports ${found}); ${forms}.`);
  }
  const read = moduleShape.safeParse(toModule(exports.default));
  if (read.success)
    return { ...read.data, hasServices: isJsonObject(exports.default) && "services" in exports.default };
  const problems = read.error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(" "));
  throw usageError(`${file}: the default export is not usable: ${problems.join("; ")}.\nPlease ${forms}.`);
}

function toModule(exported: unknown): unknown {
  const services = (): undefined => undefined;
  if (isJsonObject(exported) && "handle" in exported) return { services, tools: [exported] };
  return isJsonObject(exported) ? { services, ...exported } : { services, tools: exported };
}

/** By shape, since the tool may have been created by another copy of this package. */
function isTool(value: unknown): value is AnyTool {
  if (!isJsonObject(value)) return false;
  const { name, description, handle, inputJsonSchema, effects, needs, tier } = value;
  const isNamed = typeof name === "string" && typeof description === "string" && typeof tier === "string";
  return (
    isNamed && isFunction(handle) && isJsonObject(inputJsonSchema) && isJsonObject(effects) && Array.isArray(needs)
  );
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isNamespace(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
