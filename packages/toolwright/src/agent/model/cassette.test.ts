import { expect, test } from "vitest";
import { type Cassette, recordModel, replayModel } from "./cassette.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "./model.ts";

const request: ModelRequest = { system: "", messages: [], tools: [], maxOutputTokens: 10 };
const finish: ModelEvent = { type: "finish", content: [], finish: "stop", usage: undefined };

/** Answers that end well, are cut off, and fail in two ways. */
function createUnsteady(): Model {
  let asked = 0;
  return {
    id: "own/unsteady",
    async *stream() {
      asked += 1;
      yield { type: "text", delta: "Well" };
      yield { type: "text", delta: "" };
      if (asked === 2) return;
      if (asked === 3) throw new ModelError("busy", "Too many", { retryAfterMs: 70 });
      if (asked === 4) throw new Error("Overloaded");
      yield finish;
    },
  };
}

test("every way in which an answer ends is recorded, and replayed in the same order", async () => {
  const recorder = recordModel(createUnsteady());
  const recorded = await listEnds(recorder, 5);
  const tape: Cassette = JSON.parse(JSON.stringify(recorder.cassette()));
  expect(recorded).toEqual(["finish", "cut off", "busy", "Error", "finish"]);
  expect(await listEnds(replayModel(tape), 5)).toEqual(["finish", "cut off", "busy", "busy", "finish"]);
  expect(tape.calls.map(({ events }) => events.length)).toEqual([2, 1, 1, 1, 2]);
});

test("an answer that its reader has cancelled is not recorded", async () => {
  const control = new AbortController();
  const recorder = recordModel({
    id: "own/cancelled",
    async *stream() {
      yield { type: "text", delta: "Well" };
      control.abort();
      throw new Error("aborted");
    },
  });
  await expect(readEnd(recorder, control.signal)).resolves.toBe("Error");
  expect(recorder.cassette().calls).toEqual([]);
});

async function listEnds(model: Model, count: number): Promise<readonly string[]> {
  const ends: string[] = [];
  while (ends.length < count) ends.push(await readEnd(model, new AbortController().signal));
  return ends;
}

async function readEnd(model: Model, signal: AbortSignal): Promise<string> {
  try {
    for await (const event of model.stream(request, signal)) if (event.type === "finish") return "finish";
    return "cut off";
  } catch (error) {
    if (error instanceof ModelError) return error.kind;
    return error instanceof Error ? error.name : String(error);
  }
}
