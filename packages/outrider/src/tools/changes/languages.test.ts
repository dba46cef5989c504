import { describe, expect, test } from "vitest";
import { openGitKit } from "../../../test/support/git-kit.ts";

/** Two versions of a program in which everything that can happen to a symbol happens, and a test of it. */
interface Sample {
  readonly language: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string | undefined>>;
}

const samples: readonly Sample[] = [
  {
    language: "Python",
    before: {
      "shop/store.py": `import os

LIMIT = 10


def save(x):
    """Saves."""
    return x + LIMIT


def load(key):
    found = [each for each in key if each != ""]
    return "".join(sorted(found))


def drop(key):
    print(key)


def same(x):
    return x


class Box(object):
    size = 1

    def open(self):
        return save(self.size)
`,
      "shop/main.py":
        "from shop.store import Box, drop, load\n\n\ndef main():\n    drop(1)\n    load('a')\n    box: Box = Box()\n    box.open()\n",
      "tests/test_store.py": "from shop.store import save\n\n\ndef test_save():\n    assert save(1) == 11\n",
    },
    after: {
      "shop/store.py": `import os

LIMIT = 20


def save(x, y=0):
    """Saves."""
    return x + LIMIT


def fetch(key):
    found = [each for each in key if each != ""]
    return "".join(sorted(found))


def same(x):
    # The same.
    return x


class Box:
    size = 1

    def open(self):
        return save(self.size) + 1

    def close(self):
        pass
`,
    },
  },
  {
    language: "Go",
    before: {
      "go.mod": "module example.org/shop\n",
      "store.go": `package shop

const Limit = 10

// Save saves.
func Save(x int) int {
	return x + Limit
}

func Load(key string) string {
	found := []string{key, key}
	return found[0] + found[1]
}

func Drop(key string) {
	println(key)
}

func Same(x int) int { return x }

type Box struct {
	Size int
}

func (b *Box) Open() int {
	return Save(b.Size)
}
`,
      "main.go": 'package shop\n\nfunc Main() {\n\tDrop("a")\n\tLoad("a")\n\tb := &Box{}\n\tb.Open()\n}\n',
      "store_test.go": 'package shop\n\nimport "testing"\n\nfunc TestSave(t *testing.T) {\n\tSave(1)\n}\n',
    },
    after: {
      "store.go": `package shop

const Limit = 20

// Save saves.
func Save(x int, y int) int {
	return x + Limit
}

func Fetch(key string) string {
	found := []string{key, key}
	return found[0] + found[1]
}

// Same returns it.
func Same(x int) int { return x }

type Box struct {
	Size int
	Name string
}

func (b *Box) Open() int {
	return Save(b.Size, 0) + 1
}

func (b *Box) Close() {}
`,
    },
  },
  {
    language: "Java",
    before: {
      "src/main/java/shop/Store.java": `package shop;

public class Store {
    static final int LIMIT = 10;

    static int save(int x) {
        return x + LIMIT;
    }

    static String load(String key) {
        String[] found = {key, key};
        return found[0] + found[1];
    }

    static void drop(String key) {
        System.out.println(key);
    }

    static int same(int x) { return x; }
}
`,
      "src/main/java/shop/Main.java":
        'package shop;\n\nclass Main {\n    static void main() {\n        Store.drop("a");\n        Store.load("a");\n    }\n}\n',
      "src/test/java/shop/StoreTest.java":
        "package shop;\n\nclass StoreTest {\n    @Test\n    void saves() {\n        Store.save(1);\n    }\n}\n",
    },
    after: {
      "src/main/java/shop/Store.java": `package shop;

public class Store implements AutoCloseable {
    static final int LIMIT = 20;

    static int save(int x, int y) {
        return x + LIMIT;
    }

    static String fetch(String key) {
        String[] found = {key, key};
        return found[0] + found[1];
    }

    /** The same. */
    static int same(int x) { return x; }

    public void close() {}
}
`,
    },
  },
  {
    language: "Rust",
    before: {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/lib.rs": `pub const LIMIT: i32 = 10;

pub fn save(x: i32) -> i32 {
    x + LIMIT
}

pub fn load(key: &str) -> String {
    let found = vec![key, key];
    format!("{}{}", found[0], found[1])
}

pub fn drop_it(key: &str) {
    println!("{}", key);
}

pub fn same(x: i32) -> i32 { x }

pub struct Store {
    size: i32,
}

impl Store {
    pub fn open(&self) -> i32 {
        save(self.size)
    }
}

pub fn main_part() {
    drop_it("a");
    load("a");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves() {
        assert_eq!(save(1), 11);
    }
}
`,
    },
    after: {
      "src/lib.rs": `pub const LIMIT: i32 = 20;

pub fn save(x: i32, y: i32) -> i32 {
    x + LIMIT
}

pub fn fetch(key: &str) -> String {
    let found = vec![key, key];
    format!("{}{}", found[0], found[1])
}

/// The same.
pub fn same(x: i32) -> i32 { x }

pub struct Store {
    size: i32,
    name: String,
}

impl Store {
    pub fn open(&self) -> i32 {
        save(self.size, 0) + 1
    }

    fn close(&self) {}
}

pub fn main_part() {
    drop_it("a");
    load("a");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves() {
        assert_eq!(save(1), 11);
    }
}
`,
    },
  },
];

describe("what changed, in the words of each language", () => {
  test.each(samples)("$language", async ({ language, before, after }) => {
    const kit = await openGitKit(before);
    kit.write(after);
    const text = await kit.read("changes", {});
    await expect(`${text.replace(/\([\da-f]{8}\)/, "(…)")}\n`).toMatchFileSnapshot(
      `snapshots/${language.toLowerCase()}.txt`,
    );
  });
});
