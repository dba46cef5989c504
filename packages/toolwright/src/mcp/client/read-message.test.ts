import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { readTooLong } from "./read-message.ts";

verifies("tool-source:garbage", "the request of an answer that is too long is found where servers write it", () => {
  const idOf = (start: string, end: string): unknown => {
    const read = readTooLong(start, end, 10);
    return "answer" in read && read.answer !== undefined && "id" in read.answer ? read.answer.id : undefined;
  };
  expect(idOf('{"jsonrpc":"2.0","id":7,"result":{"content"', "xxx")).toBe(7);
  expect(idOf('{"result":{"content"', '"}]},"jsonrpc":"2.0","id":8}')).toBe(8);
  expect(idOf('{"result":{"content"', '"}]},"id":9,"jsonrpc":"2.0"}')).toBe(9);
  expect(idOf('{"jsonrpc":"2.0","method":"x","params":{"id":7', '"id":1}}}')).toBeUndefined();
});
