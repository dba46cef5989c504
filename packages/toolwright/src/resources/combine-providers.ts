import { ToolDefinitionError } from "../tool/check-definition.ts";
import { describeText } from "../tool/describe-value.ts";
import type {
  ReadContext,
  ResourceChange,
  ResourceContent,
  ResourceInfo,
  ResourceProvider,
  ResourceTemplateInfo,
} from "./provider.ts";

/**
 * Several providers as one. A list is complete or it rejects, since one that lacks a provider's resources looks as if
 * they did not exist; a URI listed by two of them is an error too.
 */
export function combineProviders(providers: readonly ResourceProvider[]): ResourceProvider {
  const templates = combineTemplates(providers);
  const watchable = providers.some((provider) => provider.watch !== undefined);
  return {
    ...(templates.length === 0 ? {} : { templates }),
    list: (context) => listAll(providers, context),
    read: (uri, context) => readFirst(providers, uri, context),
    ...(watchable ? { watch: (onChange: OnChange) => watchAll(providers, onChange) } : {}),
  };
}

type OnChange = (change: ResourceChange) => void;

interface Offer<Item> {
  readonly item: Item;
  readonly address: string;
  /** Number of the provider that offers it, 1-based. */
  readonly provider: number;
}

function combineTemplates(providers: readonly ResourceProvider[]): readonly ResourceTemplateInfo[] {
  const offers = providers.flatMap(({ templates = [] }, index) =>
    templates.map((item) => ({ item, address: item.uriTemplate, provider: index + 1 })),
  );
  return sortUnique(offers);
}

async function listAll(providers: readonly ResourceProvider[], context: ReadContext): Promise<readonly ResourceInfo[]> {
  const lists = await Promise.all(providers.map(async (provider) => await provider.list(context)));
  const offers = lists.flatMap((list, index) => list.map((item) => ({ item, address: item.uri, provider: index + 1 })));
  return sortUnique(offers);
}

/** Sorted by URI, so that the same resources are the same bytes. */
function sortUnique<Item extends { readonly name: string }>(offers: readonly Offer<Item>[]): readonly Item[] {
  const sorted = offers.toSorted(
    (left, right) => compare(left.address, right.address) || left.provider - right.provider,
  );
  const problems = sorted.flatMap((offer, index) => {
    const other = sorted[index - 1];
    return other?.address === offer.address ? [describeDuplicate(other, offer)] : [];
  });
  if (problems.length > 0) throw new ToolDefinitionError("The combination of resource providers", problems);
  return sorted.map(({ item }) => item);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function describeDuplicate<Item extends { readonly name: string }>(first: Offer<Item>, second: Offer<Item>): string {
  const [one, two] = [first, second].map(({ item, provider }) => `${describeText(item.name)} of provider ${provider}`);
  return `two resources have the address ${describeText(first.address)}: ${one} and ${two}; give one of them another`;
}

/**
 * The first answer. A URI belongs to one provider only, so an answer is right whatever another one threw; if no
 * provider answers, the first error is reported instead of "no such resource".
 */
async function readFirst(
  providers: readonly ResourceProvider[],
  uri: string,
  context: ReadContext,
): Promise<readonly ResourceContent[] | undefined> {
  let failed: { readonly error: unknown } | undefined;
  for (const provider of providers) {
    context.signal.throwIfAborted();
    try {
      const contents = await provider.read(uri, context);
      if (contents !== undefined) return contents;
    } catch (error) {
      failed ??= { error };
    }
  }
  if (failed !== undefined) throw failed.error;
  return undefined;
}

function watchAll(providers: readonly ResourceProvider[], onChange: OnChange): () => void {
  const stops: (() => void)[] = [];
  let stopped = false;
  const tell: OnChange = (change) => {
    if (!stopped) onChange(change);
  };
  const stop = (): void => {
    stopped = true;
    stopEach(stops.splice(0));
  };
  try {
    for (const provider of providers) {
      const stopOne = provider.watch?.(tell);
      if (stopOne !== undefined) stops.push(stopOne);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** A provider that throws does not keep the others watching. */
function stopEach([stop, ...rest]: readonly (() => void)[]): void {
  if (stop === undefined) return;
  try {
    stop();
  } finally {
    stopEach(rest);
  }
}
