import { expect, test } from "vitest";
import sql from "./index.ts";

const namesIn = (text: string) => sql.outline(text).map(({ name }) => name);

test("strings and comments hide what they hold, in either dialect", () => {
  expect(namesIn("/* create table a (x int); */ create table b (x text default '; create table c (y int);');")).toEqual(
    ["b", "x"],
  );
  expect(
    namesIn("CREATE TABLE `a` (`x` text DEFAULT 'it\\'s; ') ENGINE=InnoDB;\nCREATE VIEW `b` AS SELECT 1;"),
  ).toEqual(["a", "x", "b"]);
  expect(namesIn("select 'a' like 'b' escape '\\';\ncreate view c as select 'x';")).toEqual(["c"]);
});

test("a routine ends where its block does", () => {
  const text =
    "create procedure p() begin if a then select case when 1 then 2 end; end if; end;\ncreate table t (x int);";
  const [procedure] = sql.outline(text);
  expect(text.slice(procedure?.span.start, procedure?.span.end)).toMatch(/end if; end;$/);
});

test("text without an end gives an answer, too", () => {
  for (const text of [
    "create function f() returns int as $$ begin",
    "create table t (a int, b 'x",
    "create table",
    "(",
  ]) {
    expect(() => sql.outline(text)).not.toThrow();
  }
});
