import type { Trust } from "./source-contract.ts";
import type { ToolAnnotations } from "@modelcontextprotocol/client";
import { tierOf } from "../../tool/check-definition.ts";
import type { Effects, Tier } from "../../tool/tool.ts";

/**
 * What a remote tool does to the world. A server can lie: what it says of itself counts only where it is trusted, and
 * where it says nothing, the protocol's own defaults are the worst.
 */
export function readEffects(
  name: string,
  annotations: ToolAnnotations | undefined,
  trust: Trust = {},
): { readonly effects: Effects; readonly tier: Tier } {
  const believed = trust.annotations === true ? (annotations ?? {}) : {};
  const vouched = trust.tools !== undefined && Object.hasOwn(trust.tools, name) ? trust.tools[name] : undefined;
  const readOnly = vouched === "observe" || believed.readOnlyHint === true;
  const effects = {
    readOnly,
    destructive: vouched !== "observe" && (believed.destructiveHint ?? !readOnly),
    idempotent: believed.idempotentHint === true,
    openWorld: believed.openWorldHint !== false,
  };
  return { effects, tier: vouched ?? (trust.annotations === true ? tierOf(effects) : "confirm") };
}
