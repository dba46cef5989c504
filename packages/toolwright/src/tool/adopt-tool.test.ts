import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { verifies } from "../../test/verifies.ts";
import { adoptedName, adoptTool, cleanLine, cleanText, hasHidden } from "./adopt-tool.ts";
import { ToolDefinitionError } from "./check-definition.ts";

const reads = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const base = {
  source: "far",
  name: "far__look",
  description: "Looks.",
  input: z.record(z.string(), z.unknown()),
  effects: reads,
  deadlineMs: 1_000,
  handle: async () => 1,
};

describe("adoptTool", () => {
  test("completes a stranger's tool and freezes it", () => {
    const tool = adoptTool(base);
    expect(tool).toMatchObject({
      name: "far__look",
      title: "far: look",
      description: "[from far] Looks.",
      guide: undefined,
      stallMs: 1_000,
      needs: [],
    });
    expect(Object.isFrozen(tool)).toBe(true);
  });

  verifies(
    "tool-source:tier",
    "asks unless somebody vouches for the tool, and never for one that changes something",
    () => {
      expect(adoptTool(base).tier).toBe("confirm");
      expect(adoptTool({ ...base, tier: "observe" }).tier).toBe("observe");
      expect(adoptTool({ ...base, tier: "observe", effects: { ...reads, readOnly: false } }).tier).toBe("confirm");
    },
  );

  verifies("tool-source:effects", "takes the stricter of two readings", () => {
    const torn = adoptTool({ ...base, tier: "observe", effects: { ...reads, destructive: true } });
    expect(torn).toMatchObject({ effects: { readOnly: false, destructive: true }, tier: "confirm" });
  });

  verifies("tool-source:words", "keeps what is cut from the description as the guide, which has an end, too", () => {
    const { description, guide = "" } = adoptTool({ ...base, description: `First.\n\n${"word ".repeat(9_000)}` });
    expect(description).toHaveLength(300);
    expect(description).toMatch(/^\[from far\] First\. word .*…$/);
    expect(guide).toMatch(/^What far says of this tool:\n\nFirst\.\n\nword/);
    expect(guide.length).toBeLessThan(21_000);
    expect(adoptTool({ ...base, description: "\u200b\u001b[0m" }).description).toBe(
      "[from far] Its source does not describe it.",
    );
  });

  test("refuses what no adopted tool can be, with all problems", () => {
    const refused = (): unknown => adoptTool({ ...base, name: "near__look", input: z.any(), deadlineMs: 0 });
    expect(refused).toThrow(ToolDefinitionError);
    expect(refused).toThrow(/far__snake_case.*\n.*object schema\n.*deadlineMs 0/);
  });
});

describe("adoptedName", () => {
  verifies("tool-source:names", "reads the usual ways to write names", () => {
    const names = ["getUserID", "get-user.id", "Get User ID", "HTTPServer", "naïve", "2fa", "__a__"];
    expect(names.map((name) => adoptedName("far", name))).toEqual([
      "far__get_user_id",
      "far__get_user_id",
      "far__get_user_id",
      "far__http_server",
      "far__naive",
      "far__2fa",
      "far__a",
    ]);
  });

  verifies("tool-source:names", "is valid, short and the same every time, whatever the stranger's name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.boolean(), (original, unique) => {
        const name = adoptedName("a_source_of_24_characters".slice(0, 24), original, unique);
        expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*__[a-z0-9]+(_[a-z0-9]+)*$/);
        expect(name.length).toBeLessThanOrEqual(64);
        expect(adoptedName("a_source_of_24_characters".slice(0, 24), original, unique)).toBe(name);
      }),
    );
  });
});

describe("cleaning", () => {
  verifies("tool-source:words", "takes out what a terminal obeys and what a reader cannot see", () => {
    const dirty =
      "a\u001b[31;1mb\u001b]0;title\u0007c\u001b(Bd\u009b2Je\u202ef\u200bg\u2066h\ufeffi\u{E0041}j\ufe0fk\ud800l\u0000m";
    expect(cleanLine(dirty)).toBe("abcdefghijklm");
    expect(cleanLine("one\r\n\ttwo\u2028three")).toBe("one two three");
    expect(cleanText("one  \r\n\n\n\ntwo\n")).toBe("one\n\ntwo");
    expect(cleanLine("naïve 日本語 👍 العربية")).toBe("naïve 日本語 👍 العربية");
  });

  verifies("tool-source:words", "leaves nothing hidden, whatever the text, and never parts a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, length) => {
        const cleaned = cleanLine(text, length);
        expect(hasHidden(cleaned)).toBe(false);
        expect(cleaned.length).toBeLessThanOrEqual(length);
        expect(cleanLine(cleaned)).toBe(cleaned);
      }),
    );
  });
});
