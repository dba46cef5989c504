import { isRecord } from "../../../workspace/config/is-record.ts";

/** The text of a hover, whichever of the shapes a server sends; undefined where it says nothing. */
export function readHover(result: unknown): string | undefined {
  if (!isRecord(result)) return undefined;
  const { contents } = result;
  const parts = (Array.isArray(contents) ? contents : [contents]).map(readPart).filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

function readPart(part: unknown): string {
  if (typeof part === "string") return part.trim();
  if (!isRecord(part) || typeof part["value"] !== "string") return "";
  const value = part["value"].trim();
  const language = part["language"];
  return typeof language === "string" && value !== "" ? `\`\`\`${language}\n${value}\n\`\`\`` : value;
}
