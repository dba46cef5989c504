import { setTimeout as sleep } from "node:timers/promises";
import {
  fill,
  makeContents,
  type StoreKit,
  writtenNames,
  writtenSeed,
} from "../src/search/stores/store-contents.test-kit.ts";
import { embeddedKit } from "./stores-kit.ts";
import { postgresKit } from "./stores-server.ts";

/** The other process of the suite: `embedded ROOT` or `postgres OPTIONS`; puts everything, two contents at a time. */
const [kind = "", place = ""] = process.argv.slice(2);
const never = async (): Promise<never> =>
  await Promise.reject(new Error("Only the first process restarts the server."));
const kit: Pick<StoreKit, "open"> =
  kind === "embedded" ? embeddedKit(place) : postgresKit({ url: "", restart: never, stop: never }, JSON.parse(place));
const store = kit.open();
const contents = makeContents(writtenSeed, writtenNames);
for (let at = 0; at < contents.length; at += 2) {
  await fill(store, contents.slice(at, at + 2));
  // The other one is to see some of it before it sees all.
  await sleep(30);
}
await store.close();
