import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { createLazy } from "./lazy.ts";

/** A lazy value whose loads the test ends one by one. */
function openKit() {
  const loads: { readonly succeed: () => void; readonly fail: (why: string) => void }[] = [];
  const events: string[] = [];
  const lazy = createLazy(
    () =>
      new Promise<string>((resolve, reject) => {
        const name = `value ${loads.length + 1}`;
        loads.push({ succeed: () => resolve(name), fail: (why) => reject(new Error(why)) });
      }),
    async (value) => {
      events.push(`closing ${value}`);
      await Promise.resolve();
      events.push(`closed ${value}`);
    },
  );
  return { lazy, loads, events };
}

test("nothing is loaded before the first use, and concurrent first users share one load", async () => {
  const { lazy, loads } = openKit();
  expect([loads.length, lazy.ifLoaded()]).toEqual([0, undefined]);
  const asked = [lazy.get(), lazy.get()];
  expect([loads.length, lazy.ifLoaded()]).toEqual([1, undefined]);
  loads[0]?.succeed();
  expect(await Promise.all(asked)).toEqual(["value 1", "value 1"]);
  expect([await lazy.get(), lazy.ifLoaded(), loads.length]).toEqual(["value 1", "value 1", 1]);
});

test("a failed load fails for all who waited, and is tried again at the next use", async () => {
  const { lazy, loads } = openKit();
  const asked = [lazy.get(), lazy.get()];
  loads[0]?.fail("not there");
  for (const each of asked) await expect(each).rejects.toThrow("not there");
  expect(lazy.ifLoaded()).toBeUndefined();
  const again = lazy.get();
  loads[1]?.succeed();
  expect([await again, loads.length]).toEqual(["value 2", 2]);
});

test("a load that throws before it returns a promise is a failed load as well", async () => {
  let tries = 0;
  const lazy = createLazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error("not yet");
    return await Promise.resolve(tries);
  });
  await expect(lazy.get()).rejects.toThrow("not yet");
  expect(await lazy.get()).toBe(2);
});

test("close during a load waits for it and closes what it brings; a caller that waited still gets it", async () => {
  const { lazy, loads, events } = openKit();
  const asked = lazy.get();
  const closed = lazy.close().then(() => events.push("done"));
  await Promise.resolve();
  expect(events).toEqual([]);
  await expect(lazy.get()).rejects.toThrow("Outrider is closing.");
  loads[0]?.succeed();
  expect(await asked).toBe("value 1");
  await closed;
  expect(events).toEqual(["closing value 1", "closed value 1", "done"]);
  expect(lazy.ifLoaded()).toBeUndefined();
});

test("close during a load that fails has nothing to close, and does not fail itself", async () => {
  const { lazy, loads, events } = openKit();
  const asked = lazy.get();
  const closed = lazy.close();
  loads[0]?.fail("not there");
  await expect(asked).rejects.toThrow("not there");
  await closed;
  expect(events).toEqual([]);
});

test("close ends a loaded value once, however often it is called; nothing is loaded afterwards", async () => {
  const { lazy, loads, events } = openKit();
  const asked = lazy.get();
  loads[0]?.succeed();
  await asked;
  await Promise.all([lazy.close(), lazy.close()]);
  expect(events).toEqual(["closing value 1", "closed value 1"]);
  await expect(lazy.get()).rejects.toThrow("Outrider is closing.");
  expect(loads).toHaveLength(1);
});

test("what was never used is not loaded in order to be closed", async () => {
  const { lazy, loads, events } = openKit();
  await lazy.close();
  expect([loads.length, events]).toEqual([0, []]);
});

test("a load does not run in the async context of the call that came first", async () => {
  const call = new AsyncLocalStorage<string>();
  const lazy = createLazy(async () => await Promise.resolve(call.getStore()));
  expect(await call.run("first call", () => lazy.get())).toBeUndefined();
});
