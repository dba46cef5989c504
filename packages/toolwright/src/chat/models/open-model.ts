import { type AiSdkModel, fromAiSdk } from "../../agent/model/ai-sdk.ts";
import type { Model } from "../../agent/model/model.ts";
import { usageError } from "../../cli/command.ts";
import { commandLine } from "../../cli/shell-quote.ts";
import { hideVariables } from "../../process/hide-variables.ts";
import { isJsonObject } from "../../tool/schema.ts";
import type { ChatOptions } from "../chat-options.ts";
import type { ModelChoice } from "./choose-model.ts";
import { describeMissingModel } from "./describe-missing.ts";
import { describeRefusal, explainRefusals, type ModelAccess } from "./explain-refusal.ts";
import { listServerModels } from "./list-server-models.ts";
import { findPackage, type FoundPackage, loadFactory } from "./load-package.ts";
import { type Provider, providers, serverPackages } from "./providers.ts";

export interface ModelSettings extends Pick<
  ChatOptions,
  "program" | "name" | "env" | "packageDirectories" | "modelVariable"
> {
  /** `--key-env`. */
  readonly keyVariable: string | undefined;
  readonly interrupted: AbortSignal;
}

/** The chosen model, ready to be asked; what is missing for it is an error of usage that says what to do. */
export async function openModel(
  choice: Exclude<ModelChoice, { readonly kind: "replay" }>,
  settings: ModelSettings,
): Promise<Model> {
  if (choice.kind === "none") throw usageError(describeMissingModel(settings));
  const { baseUrl } = choice;
  const { keyVariable } = settings;
  // What a tool starts could read them in the environment of this process.
  hideVariables([...providers.map((each) => each.keyVariable), ...(keyVariable === undefined ? [] : [keyVariable])]);
  // A key of one provider is no business of another server.
  const ownVariable = choice.kind === "provider" && baseUrl === undefined ? choice.provider.keyVariable : undefined;
  const variable = keyVariable ?? ownVariable;
  const key = variable === undefined ? undefined : readKey(variable, settings);
  const access = { key: key === undefined || variable === undefined ? undefined : { value: key, variable }, baseUrl };
  if (choice.kind === "server") return await openServer(choice, access, settings);
  const { provider, name } = choice;
  const model = await openProvider(provider, name, { apiKey: key ?? "none", baseURL: baseUrl }, settings);
  return explainRefusals(model, { ...access, modelsPage: provider.modelsPage });
}

async function openProvider(
  provider: Provider,
  name: string,
  { apiKey, baseURL }: { readonly apiKey: string; readonly baseURL: string | undefined },
  { packageDirectories }: ModelSettings,
): Promise<Model> {
  const found = findPackage(provider.package, packageDirectories);
  if (found === undefined) throw missingPackage([provider.package], packageDirectories);
  const create = await loadFactory(found, provider.factory);
  const make = create({ apiKey, ...(baseURL === undefined ? {} : { baseURL }) });
  const model = typeof make === "function" ? make(name) : undefined;
  return fromAiSdk(requireModel(model, found), {
    id: `${provider.id}/${name}`,
    ...(provider.call === undefined ? {} : { call: provider.call }),
  });
}

async function openServer(
  { baseUrl, name }: Extract<ModelChoice, { readonly kind: "server" }>,
  access: ModelAccess,
  settings: ModelSettings,
): Promise<Model> {
  const candidates = serverPackages.map((each) => ({
    ...each,
    found: findPackage(each.package, settings.packageDirectories),
  }));
  const usable = candidates.find(({ found }) => found !== undefined);
  if (usable?.found === undefined) {
    throw missingPackage(
      serverPackages.map((each) => each.package),
      settings.packageDirectories,
    );
  }
  const key = access.key?.value;
  const { listed, httpStatus } = await listServerModels(baseUrl, key, settings.interrupted);
  const model = name ?? (listed.length === 1 ? listed[0] : undefined);
  const refused = httpStatus === 404 ? undefined : describeRefusal(httpStatus, access);
  if (model === undefined && refused !== undefined) {
    throw usageError(`${baseUrl}/models was refused with HTTP ${httpStatus}. ${refused}`);
  }
  if (model === undefined) throw whichModel(baseUrl, listed, settings);
  const create = await loadFactory(usable.found, usable.factory);
  const made = create({ name: "server", baseURL: baseUrl, apiKey: key ?? "none", includeUsage: true });
  const chat = findChat(made);
  const opened = fromAiSdk(requireModel(chat?.(model), usable.found), { id: `server/${model}` });
  return explainRefusals(opened, { ...access, listed });
}

/** What makes a model that is spoken to by the interface for chats. */
function findChat(made: unknown): ((name: string) => unknown) | undefined {
  if (typeof made !== "function") return undefined;
  const chat: unknown = "chat" in made ? made.chat : undefined;
  return typeof chat === "function" ? (name) => chat(name) : (name) => made(name);
}

function requireModel(model: unknown, { name, version, file }: FoundPackage): AiSdkModel {
  if (isModel(model)) return model;
  throw usageError(`${name} ${version} (${file}) makes no model that is known here. Next: npm install ${name}@latest`);
}

/** By the shape that the specification says. */
function isModel(value: unknown): value is AiSdkModel {
  return (
    isJsonObject(value) &&
    typeof value["doStream"] === "function" &&
    typeof value["provider"] === "string" &&
    typeof value["modelId"] === "string" &&
    (value["specificationVersion"] === "v3" || value["specificationVersion"] === "v4")
  );
}

function readKey(variable: string, { env }: ModelSettings): string {
  const key = env[variable];
  if (key === undefined || key === "") throw usageError(`${variable} is not set. Next: export ${variable}=YOUR_KEY`);
  return key;
}

function missingPackage(names: readonly string[], directories: readonly string[]): Error {
  const [first = ""] = names;
  const places = [...directories, "beside this program"].join(" and ");
  const install = directories.length === 0 ? `npm install -g ${first}` : `npm install ${first}`;
  return usageError(`${names.join(" or ")} is not installed (looked in ${places}).\nNext: ${install}`);
}

function whichModel(baseUrl: string, listed: readonly string[], { program, name }: ModelSettings): Error {
  const shown = listed.slice(0, 20);
  const found =
    shown.length === 0
      ? `The server at ${baseUrl} lists no models.`
      : `The server at ${baseUrl} has ${listed.length} models: ${shown.join(", ")}${listed.length > shown.length ? ", …" : ""}.`;
  const next = commandLine(program, name, "--base-url", baseUrl, "--model", listed[0] ?? "NAME");
  return usageError(`${found}\nName one: ${next}`);
}
