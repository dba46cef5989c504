import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished, test } from "vitest";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { searchSettingsSchema } from "../../workspace/config/search-settings.ts";
import type { OpenLimits } from "../../workspace/lifetime/refcounted-pool.ts";
import type { Project } from "../../workspace/project.ts";
import { openSearches } from "./open-searches.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const { signal } = new AbortController();

/** Searches of real temp projects; `isLibrary` gives one the state of a library. */
function openSearchesKit(libraries: OpenLimits) {
  const tables = openSymbolTables(lentThreads);
  const processes = createProcessRunner();
  const searches = openSearches({ settings: searchSettingsSchema.parse({}), env: {}, processes, libraries });
  const opened = new Set<string>();
  const close = async (): Promise<void> => {
    await searches.close();
    await tables.close();
    await processes.close();
  };
  onTestFinished(close);

  /** A search listens to its symbols from when it is opened until it is closed. */
  function listenedTo(symbols: ProjectSymbols, name: string): ProjectSymbols {
    return {
      ...symbols,
      onChanges(listener, options) {
        opened.add(name);
        const end = symbols.onChanges(listener, options);
        return () => {
          opened.delete(name);
          end();
        };
      },
    };
  }

  async function add(name: string, { isLibrary }: { readonly isLibrary: boolean }) {
    const { project: own } = await openTestProject({
      [`${name}.ts`]: `/** Feeds the ${name}. */\nexport function feed() {}\n`,
    });
    const project = isLibrary ? asLibrary(own) : own;
    return async (waitMs = 60_000): Promise<string | undefined> => {
      const searched = { project, symbols: () => listenedTo(tables.symbolsOf(project), name) };
      const options = { signal, limit: 1, waitMs };
      const answer = await searches.use(searched, (search) => search.search(`feed the ${name}`, options));
      return answer.hits[0]?.path;
    };
  }
  return { searches, opened, add, close };
}

function asLibrary(project: Project): Project {
  const { state } = project;
  return {
    ...project,
    state: { ...state, path: (...names) => state.path("libraries", "x", ...names) },
  };
}

test("of libraries only those asked last stay open, projects all; one that was closed answers as before", async () => {
  const { opened, add } = openSearchesKit({ maxOpen: 1, idleMs: 60_000 });
  const zebra = await add("zebra", { isLibrary: true });
  const horse = await add("horse", { isLibrary: true });
  const [farm, stable] = [await add("farm", { isLibrary: false }), await add("stable", { isLibrary: false })];
  for (const ask of [farm, stable, zebra, horse]) await ask();
  expect(opened).toEqual(new Set(["farm", "stable", "horse"]));
  expect(await zebra()).toBe("zebra.ts");
  expect(opened).toEqual(new Set(["farm", "stable", "zebra"]));
});

test("a library that nobody asks is closed after a while; questions under way are all answered", async () => {
  const { opened, add } = openSearchesKit({ maxOpen: 1, idleMs: 50 });
  const asks = await Promise.all(["zebra", "horse", "donkey"].map((name) => add(name, { isLibrary: true })));
  const answers = await Promise.all([...asks, ...asks, ...asks].map((ask) => ask()));
  expect(answers).toEqual(
    ["zebra", "horse", "donkey", "zebra", "horse", "donkey", "zebra", "horse", "donkey"].map((name) => `${name}.ts`),
  );
  await expect.poll(() => opened.size, { timeout: 60_000 }).toBe(0);
});

test("nothing is open after the close, and nothing is opened any more", async () => {
  const { opened, add, close } = openSearchesKit({ maxOpen: 8, idleMs: 60_000 });
  const asks = [await add("zebra", { isLibrary: true }), await add("farm", { isLibrary: false })];
  for (const ask of asks) await ask();
  expect(opened.size).toBe(2);
  await close();
  expect(opened.size).toBe(0);
  for (const ask of asks) await expect(ask()).rejects.toThrow("closing");
  expect(opened.size).toBe(0);
});
