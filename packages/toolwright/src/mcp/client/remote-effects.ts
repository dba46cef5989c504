import type { ToolAnnotations } from "@modelcontextprotocol/client";
import { tierOf } from "../../tool/check-definition.ts";
import type { Effects, Tier } from "../../tool/tool.ts";

/** What somebody of ours believes of the server. Without it, every tool is taken to change and destroy things. */
export interface Trust {
  /** Believes what the server says of the effects of its tools. */
  readonly annotations?: boolean;
  /** By the server's own names of its tools; stands above the annotations. */
  readonly tools?: Readonly<Record<string, Tier>>;
}

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
