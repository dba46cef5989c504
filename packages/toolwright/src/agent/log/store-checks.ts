import type { LogEntry } from "./entries.ts";
import { subagentThread } from "./subagent-threads.ts";
import type { ThreadStore } from "./thread-store.ts";

/** Something every thread store must do. `run` throws an error that says what the store did instead. */
export interface StoreCheck {
  readonly title: string;
  readonly run: (store: ThreadStore) => Promise<void>;
}

/** What a driver has to pass, each check with an empty store: `test(title, async () => run(await openMine()))`. */
export const threadStoreChecks: readonly StoreCheck[] = [
  {
    title: "a thread has the entries that were appended, in order",
    async run(store) {
      const log = await store.open("a");
      await log.append([entryAt(1), entryAt(2)]);
      await log.append([entryAt(3)]);
      expectSame("before the close", await store.read("a"), [entryAt(1), entryAt(2), entryAt(3)]);
      await log.close();
      const again = await store.open("a");
      expectSame("after the close", again.entries, [entryAt(1), entryAt(2), entryAt(3)]);
      await again.append([entryAt(4)]);
      await again.close();
      expectSame("after both", await store.read("a"), [entryAt(1), entryAt(2), entryAt(3), entryAt(4)]);
    },
  },
  {
    title: "an unknown thread is empty, and opening it leaves nothing behind",
    async run(store) {
      expectSame("read", await store.read("none"), []);
      const log = await store.open("none");
      expectSame("opened", log.entries, []);
      await log.close();
      expectSame("listed", await store.list(), []);
      expectSame("deleted", await store.delete("none"), false);
    },
  },
  {
    title: "a thread has one writer at a time, and any number of readers",
    async run(store) {
      const log = await store.open("a");
      await log.append([entryAt(1)]);
      await expectBusy("a second open", store.open("a"));
      await expectBusy("a delete", store.delete("a"));
      expectSame("a reader", await store.read("a"), [entryAt(1)]);
      const other = await store.open("b");
      await other.close();
      await log.close();
      await (await store.open("a")).close();
    },
  },
  {
    title: "of many that open a thread at once, one gets it",
    async run(store) {
      const opened = await Promise.allSettled(Array.from({ length: 8 }, () => store.open("a")));
      const won = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      expectSame("writers", won.length, 1);
      for (const log of won) await log.close();
    },
  },
  {
    title: "a log that was closed takes nothing more",
    async run(store) {
      const log = await store.open("a");
      await log.append([entryAt(1)]);
      await log.close();
      const late = await log.append([entryAt(2)]).then(
        () => "written",
        () => "refused",
      );
      expectSame("an append after the close", late, "refused");
      expectSame("entries", await store.read("a"), [entryAt(1)]);
    },
  },
  {
    title: "threads are told apart by every character of their name",
    async run(store) {
      for (const [index, thread] of names.entries()) {
        const log = await store.open(thread);
        await log.append([{ ...entryAt(1), time: index }]);
        await log.close();
      }
      const listed = (await store.list()).map(({ thread }) => thread).toSorted();
      expectSame("names", listed, names.toSorted());
      for (const [index, thread] of names.entries()) {
        expectSame(`time of ${JSON.stringify(thread)}`, (await store.read(thread))[0]?.time, index);
      }
    },
  },
  {
    title: "a list says how long a thread is and when it was changed, and a deleted thread is gone",
    async run(store) {
      const log = await store.open("a");
      await log.append([entryAt(1), { ...entryAt(2), time: 77 }]);
      await log.close();
      expectSame("listed", await store.list(), [{ thread: "a", entries: 2, changedAt: 77 }]);
      expectSame("deleted", await store.delete("a"), true);
      expectSame("listed after", await store.list(), []);
      expectSame("read after", await store.read("a"), []);
    },
  },
  {
    title: "a thread takes the threads of its subagents with it, and no other; they are not listed",
    async run(store) {
      const own = names.flatMap((name) => [subagentThread(name, "c"), subagentThread(subagentThread(name, "c"), "d")]);
      for (const thread of [...names, ...own]) {
        const log = await store.open(thread);
        await log.append([entryAt(1)]);
        await log.close();
      }
      expectSame("listed", (await store.list()).map(({ thread }) => thread).toSorted(), names.toSorted());
      const open = await store.open("a");
      await expectBusy("a delete", store.delete("a"));
      expectSame("of a thread that is open", (await store.read(subagentThread("a", "c"))).length, 1);
      await open.close();
      for (const name of names) {
        expectSame("deleted", await store.delete(name), true);
        for (const [index, other] of names.entries()) {
          const left = index > names.indexOf(name) ? 1 : 0;
          const child = subagentThread(other, "c");
          const threads = [other, child, subagentThread(child, "d")];
          for (const thread of threads) expectSame(`left of ${thread}`, (await store.read(thread)).length, left);
        }
      }
    },
  },
  {
    title: "every text comes back as it was",
    async run(store) {
      const text = '\u2028 "quoted" \\ \n\r\t \0 é 漢字 🙂 \ud800 end';
      const entry: LogEntry = { ...entryAt(1), type: "user", content: [{ type: "text", text }] };
      const log = await store.open("a");
      await log.append([entry]);
      await log.close();
      expectSame("entry", await store.read("a"), [entry]);
    },
  },
];

const names = ["a", "A", "a/b", "../a", "a b", "ä", "", "a".repeat(300), "con", "a.", "a*"];

function entryAt(seq: number): LogEntry {
  return { id: `e${seq}`, seq, time: seq * 10, type: "user", content: [{ type: "text", text: `entry ${seq}` }] };
}

function expectSame(what: string, got: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: expected ${other}, got ${one}`);
}

async function expectBusy(what: string, work: Promise<unknown>): Promise<void> {
  const code = await work.then(
    () => "no error",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
  expectSame(what, code, "thread_busy");
}
