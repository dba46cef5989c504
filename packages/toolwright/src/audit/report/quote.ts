import { escapeHidden } from "../../tool/describe-value.ts";

/** What no report may show. */
export interface KnownSecrets {
  /** What the audit has planted. */
  readonly canaries: readonly string[];
  /** What the user has given to the server: values of variables and headers. */
  readonly given?: readonly string[];
}

/** A value of the server as a report shows it: short, on one line, without secrets and invisible characters. */
export type Quote = (value: unknown, longest?: number) => string;

export function createQuote(secrets: KnownSecrets): Quote {
  const maskKnown = createMask(secrets);
  return (value, longest = 320) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
    // Cut generously before the slower masks: they run over what can be shown, and not over megabytes.
    const masked = maskForms(maskKnown(text).slice(0, 20 * longest));
    const line = breakCommands(escapeHidden(masked.replaceAll(/\r?\n/g, "⏎").replaceAll("\t", " ")));
    return line.length > longest ? `${line.slice(0, (longest * 2) / 3)} … ${line.slice(-longest / 3)}` : line;
  };
}

/** Replaces known secrets, and leaves the rest of a text as it is. */
export function createMask({ canaries, given = [] }: KnownSecrets): (text: string) => string {
  const forms = [...new Set(given.flatMap(formsOf))].toSorted((left, right) => right.length - left.length);
  return (text) => {
    const withoutCanaries = canaries.reduce((rest, canary) => rest.replaceAll(canary, "[planted secret]"), text);
    return forms.reduce((rest, form) => rest.replaceAll(form, "[masked]"), withoutCanaries);
  };
}

/** Shorter values are switches and not secrets: to mask them would make texts unreadable. */
const shortestSecret = 4;

/** A secret as it is, and as answers, addresses and headers write it. */
function formsOf(secret: string): readonly string[] {
  const value = secret.trim();
  if (value.length < shortestSecret || value === "true" || value === "false") return [];
  const inJson = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value);
  const inAddress = encodeURIComponent(bytes.toString());
  return [value, inJson, JSON.stringify(inJson).slice(1, -1), inAddress, bytes.toString("base64").replace(/=+$/, "")];
}

/** Logs of CI services obey `##[…]` and `##vso[…]` wherever a line has it. */
function breakCommands(text: string): string {
  return text.replaceAll(/##(?=\w*\[)/g, String.raw`#\#`);
}

/** Forms of keys that are known to be secrets wherever they stand. */
const secretForms: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=:\/\/[^\s/:@]{1,64}:)[^\s/@]{1,128}(?=@)/g,
];

/** Replaces what has the form of a key. It takes its time: not for texts of any length. */
export function maskForms(text: string): string {
  return secretForms.reduce((rest, form) => rest.replaceAll(form, "[masked]"), text);
}

/** What a text holds of the form of a secret. */
export function findSecrets(text: string): readonly string[] {
  return secretForms.flatMap((form) => text.match(form) ?? []);
}
