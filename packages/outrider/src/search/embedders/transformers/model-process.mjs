import { createInterface } from "node:readline";

/*
 * A process that runs a local model: `node model-process.mjs '{"library":…,"model":…}'`, then a line of JSON for each job on stdin
 * and for each answer on stdout. Not a thread: ended in the middle of its work, the model's native code takes its process with it.
 * Plain JavaScript, because Node 20 starts nothing else from the source.
 */

/** How many texts the model reads at once: between them a cancel is noticed, and a question is answered. */
const portion = 8;

// Without a listener, this signal makes Node open a debugger, over which any process of the machine could steer this one.
process.on("SIGUSR1", () => {});

// What a library prints is no answer.
console.log = console.error;
console.info = console.error;

const cancelled = new Set();
let turn = Promise.resolve();
const model = open(JSON.parse(process.argv[2]));
// Whoever asks first is told.
model.catch(() => {});

async function open({ library, model: name, path, download, dtype }) {
  const { env, pipeline } = await import(library);
  env.localModelPath = path;
  env.cacheDir = path;
  env.allowLocalModels = true;
  env.allowRemoteModels = download;
  return await pipeline("feature-extraction", name, { dtype, local_files_only: !download });
}

async function embed(id, texts, pooling) {
  const extract = await model;
  for (let start = 0; start < texts.length; start += portion) {
    const part = turn.then(async () => {
      // Lets lines in, one that cancels among them.
      await new Promise((resolve) => setImmediate(resolve));
      if (!cancelled.has(id)) await embedPortion(extract, id, start, texts.slice(start, start + portion), pooling);
    });
    turn = part.catch(() => {});
    await part;
  }
}

async function embedPortion(extract, id, start, texts, pooling) {
  const tensor = await extract(texts, { pooling });
  const values = Float32Array.from(tensor.data);
  tensor.dispose?.();
  send({ kind: "vectors", id, start, rows: tensor.dims[0], values: Buffer.from(values.buffer).toString("base64") });
}

async function answer({ id, texts, pooling }) {
  try {
    await embed(id, texts, pooling);
    send({ kind: "done", id });
  } catch (error) {
    send({ kind: "failed", id, code: error?.code, message: String(error?.message ?? error) });
  } finally {
    cancelled.delete(id);
  }
}

function send(reply) {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.kind === "cancel") cancelled.add(message.id);
    else void answer(message);
  })
  // Whoever started it is gone.
  .on("close", () => process.exit(0));
