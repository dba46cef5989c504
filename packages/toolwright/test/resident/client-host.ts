import { connectResident } from "../../src/resident/index.ts";

/** Connects so often at once, and prints the process that answered each. */
const [directory = "", key = "", version = "", events = "", host = "", times = "1"] = process.argv.slice(2);

const start = () => ({ command: process.execPath, args: [host, directory, key, version, events] });
const pids = await Promise.all(
  Array.from({ length: Number(times) }, async () => {
    const connection = await connectResident({ directory, key, version, start, startMs: 120_000 });
    await connection.send("hello");
    await connection.receive();
    await connection.end();
    return connection.peer.pid;
  }),
);
console.log(pids.join("\n"));
