import { escapeHidden } from "../../tool/describe-value.ts";

/** A value of the server as a report shows it: short, on one line, without secrets and invisible characters. */
export type Quote = (value: unknown) => string;

const longest = 320;

export function createQuote(canaries: readonly string[]): Quote {
  return (value) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
    // Cut generously first: masks run over what can be shown, and not over megabytes.
    const masked = maskSecrets(text.slice(0, 20 * longest), canaries);
    const line = escapeHidden(masked.replaceAll(/\r?\n/g, "⏎").replaceAll("\t", " "));
    return line.length > longest ? `${line.slice(0, (longest * 2) / 3)} … ${line.slice(-longest / 3)}` : line;
  };
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

function maskSecrets(text: string, canaries: readonly string[]): string {
  const withoutCanaries = canaries.reduce((rest, canary) => rest.replaceAll(canary, "[planted secret]"), text);
  return secretForms.reduce((rest, form) => rest.replaceAll(form, "[masked]"), withoutCanaries);
}

/** Whether a text holds something of the form of a secret. */
export function findSecret(text: string): string | undefined {
  for (const form of secretForms) {
    form.lastIndex = 0;
    const [found] = form.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}
