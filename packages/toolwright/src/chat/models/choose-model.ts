import { usageError } from "../../cli/command.ts";
import { nearestName } from "../../tool/nearest-name.ts";
import { type Provider, providers } from "./providers.ts";

/** Which model a person has chosen, before anything of it is loaded. */
export type ModelChoice =
  | { readonly kind: "provider"; readonly provider: Provider; readonly name: string; readonly baseUrl?: string }
  /** Any server with OpenAI's interface; without a name, the only model that it has. */
  | { readonly kind: "server"; readonly baseUrl: string; readonly name: string | undefined }
  | { readonly kind: "replay"; readonly file: string }
  | { readonly kind: "none" };

interface ModelWords {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly replay: string | undefined;
}

/** Reads `--model`, `--base-url` and `--replay`. */
export function chooseModel({ model, baseUrl, replay }: ModelWords): ModelChoice {
  if (replay !== undefined) return { kind: "replay", file: replay };
  const url = baseUrl === undefined ? undefined : readUrl(baseUrl);
  const [, prefix = "", name = ""] = /^([^:]+):(.+)$/.exec(model ?? "") ?? [];
  const provider = providers.find(({ id }) => id === prefix);
  if (provider !== undefined) {
    return { kind: "provider", provider, name, ...(url === undefined ? {} : { baseUrl: url }) };
  }
  // Names of local models may hold a colon.
  if (url !== undefined) return { kind: "server", baseUrl: url, name: model };
  if (model === undefined) return { kind: "none" };
  const ids = providers.map(({ id }) => id);
  const nearest = nearestName(prefix === "" ? model : prefix, ids);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}:${name === "" ? "NAME" : name}?`;
  throw usageError(
    `--model ${model} names no provider.${guess} Give ${ids.map((id) => `${id}:NAME`).join(", ")}, or the name of a model together with --base-url URL.`,
  );
}

function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw usageError(`--base-url ${given} must be an address such as http://localhost:11434/v1`);
  }
  if (url.username !== "" || url.password !== "") {
    throw usageError("--base-url must hold no key or password; name a variable that holds it with --key-env");
  }
  return given.replace(/\/+$/, "");
}
