import { maskAssignments } from "../../documents/masked/mask-assignments.ts";
import { keyPrefixes } from "../../workspace/secrets/key-shapes.ts";
import { maskValues } from "../../workspace/secrets/mask-values.ts";

/**
 * The last safeguard before texts leave the machine: files with secrets are never indexed, but a key may be anywhere. Rather
 * masks too much than too little: a masked word hardly changes the similarity.
 */
export function maskSecrets(text: string): string {
  let masked = maskValues(text);
  for (const [pattern, replacement] of patterns) masked = masked.replaceAll(pattern, replacement);
  return masked.replaceAll(settingLine, (line) => maskAssignments([line])[0] ?? "***");
}

/** A line of a `.env`: names in capitals, no spaces around the sign. */
const settingLine = /^[ \t]{0,20}(?:export[ \t]{1,20})?[A-Z][A-Z0-9_]{0,80}=[^\s=].*$/gm;

const secretName = "passw(?:or)?d|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?";
// All repetitions are bounded, so that matching takes linear time.
const given = `[\\w.-]{0,40}?(?:${secretName})["'\`]?\\]?[ \\t]{0,20}(?:=>|:=|[:=])[ \\t]{0,20}[a-z]?`;

/** Beginnings that end in a sign: what follows them is a key, of whatever length. The others are masked by their exact shape. */
const openPrefixes = keyPrefixes
  .filter((prefix) => /[-_.]$/.test(prefix))
  .map((prefix) => prefix.replaceAll(".", String.raw`\.`));

const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY|$)/g, "***"],
  // The password in a URL: scheme://user:password@host.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@"'`]{0,100}:)[^\s@"'`]{1,200}@/gi, "$1***@"],
  // Keys of known vendors, and signed tokens.
  [/\b(?:sk|pk|rk)[-_][\w-]{16,300}/g, "***"],
  [new RegExp(`\\b(?:${openPrefixes.join("|")})(?=[\\w.-]{0,40}\\d)[\\w.-]{16,300}`, "g"), "***"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,60}/g, "***"],
  [/\beyJ[\w-]{8,4000}\.[\w-]{8,4000}\.[\w-]{0,4000}/g, "***"],
  [/(\b(?:Bearer|Basic)[ \t]{1,5})[\w.~+/-]{16,4000}/g, "$1***"],
  // A quoted string that is assigned to something named like a secret.
  [new RegExp(`(\\b${given})(["'\`])[^\\n]{1,500}?\\2`, "gi"), "$1$2***$2"],
];
