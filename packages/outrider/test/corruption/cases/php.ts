import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "php",
  "store.php",
  `<?php

declare(strict_types=1);

namespace App\\Store;

use App\\Other;
use function strlen;

const LIMIT = 10;

/** Writes about itself. */
trait Logs
{
    protected function log(string $text): void
    {
        echo "{$text}\\n";
    }
}

#[Attribute(Attribute::TARGET_CLASS)]
#[Entity(table: 'store]')]
final class Store extends Base implements \\Countable
{
    use Logs;

    public const A = 1, B = 2;
    private ?string $name = null;
    public static int $made = 0;

    public function __construct(
        #[Sensitive] private readonly string $path,
        protected int $size = 0,
    ) {
    }

    /**
     * How many.
     */
    #[\\Override]
    public function count(): int
    {
        return $this->size;
    }

    public function text(): string
    {
        return <<<HTML
            <b>{$this->name}</b>
            HTML;
    }

    public function raw(): string
    {
        return <<<'X'
function not_code() {
X;
    }

    abstract protected function open(): void;

    private function last(): \\Closure
    {
        return fn (int $a): int => $a + self::A;
    }
}

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';

    public function label(): string
    {
        return match ($this) {
            self::Hearts => 'Hearts',
            default => 'Spades',
        };
    }
}

function helper(int ...$all): ?int
{
    return $all[0] ?? null;
}
`,
);

const page = over(
  "php",
  "page.php",
  `<html>
<?php function head($title) { ?>
  <h1><?= $title ?></h1>
<?php } ?>
<body>
<?php
function foot() {
    echo "foot";
}
?>
</body>
</html>
`,
);

/** Attributes, heredocs, HTML around. */
export const php = [
  store.does(
    "a method is replaced with its attribute, its comment stays",
    replace("Store/count", "#[\\Override]\npublic function count(): int\n{\n    return 1;\n}"),
    to("return $this->size;", "return 1;"),
  ),
  store.mayRefuse(
    "a method sent without its attribute",
    replace("Store/count", "public function count(): int\n{\n    return 1;\n}"),
    to("    #[\\Override]\n", "", "return $this->size;", "return 1;"),
    to("return $this->size;", "return 1;"),
  ),
  store.does(
    "a method with comment and attribute",
    replace("Store/count", "/** None. */\npublic function count(): int\n{\n    return 1;\n}", { part: "with_doc" }),
    to(
      "    /**\n     * How many.\n     */\n    #[\\Override]\n",
      "    /** None. */\n",
      "return $this->size;",
      "return 1;",
    ),
  ),
  store.does("the body of a method", replaceBody("Store/count", "return 1;"), to("return $this->size;", "return 1;")),
  store.does(
    "the body of a constructor with nothing in it",
    replaceBody("Store/__construct", "self::$made++;"),
    to(") {\n    }", ") {\n        self::$made++;\n    }"),
  ),
  store.mayRefuse(
    "a heredoc",
    replaceBody("Store/text", "return <<<HTML\n    <i></i>\n    HTML;"),
    to("            <b>{$this->name}</b>\n", "            <i></i>\n"),
    to("            <b>{$this->name}</b>\n            HTML;", "    <i></i>\n    HTML;"),
  ),
  store.does(
    "a nowdoc whose end stands at the start of the line",
    replaceBody("Store/raw", "return <<<'X'\nflat\n  deep\nX;"),
    to("function not_code() {\n", "flat\n  deep\n"),
  ),
  store.does(
    "an arrow function in the last method",
    replaceBody("Store/last", "return fn () => 1;"),
    to("fn (int $a): int => $a + self::A", "fn () => 1"),
  ),
  store.does("a method of a trait", replaceBody("Logs/log", "echo $text;"), to('echo "{$text}\\n";', "echo $text;")),
  store.does(
    "a method without a body",
    replace("Store/open", "abstract protected function open(int $a): void;"),
    to("function open()", "function open(int $a)"),
  ),
  store.mayRefuse(
    "one of two constants of a statement",
    replace("Store/B", "public const B = 3;"),
    to("B = 2", "B = 3"),
    to("const A = 1, B = 2;", "const A = 1;\n    public const B = 3;"),
  ),
  store.mayRefuse("one of two constants is removed", remove("Store/B"), to("A = 1, B = 2;", "A = 1;")),
  store.mayRefuse("a property", replace("Store/name", "private ?string $name = '';"), to("$name = null", "$name = ''")),
  store.mayRefuse(
    "a property that the constructor declares",
    replace("Store/size", "protected int $size = 1,"),
    to("$size = 0", "$size = 1"),
  ),
  store.does("a class with its attributes", replace("Store", "#[Entity]\nfinal class Store {}"), storeText()),
  store.does("a case of an enum", replace("Suit/Spades", "case Spades = 'P';"), to("'S'", "'P'")),
  store.adds(
    "a case of an enum behind one",
    insert("after", "Suit/Spades", "case Clubs = 'C';"),
    to("= 'S';\n", "= 'S';\n    case Clubs = 'C';\n"),
  ),
  store.does(
    "a method of an enum",
    replaceBody("Suit/label", "return 'x';"),
    to(
      "return match ($this) {\n            self::Hearts => 'Hearts',\n            default => 'Spades',\n        };",
      "return 'x';",
    ),
  ),
  store.does(
    "a function",
    replace("helper", "function helper(): ?int\n{\n    return null;\n}"),
    to("(int ...$all)", "()", "$all[0] ?? null", "null"),
  ),
  store.does("a constant", replace("LIMIT", "const LIMIT = 20;"), to("= 10;", "= 20;")),
  store.adds(
    "a method as the last of a class",
    insert("last", "Store", "public function more(): int\n{\n    return 1;\n}"),
    to(
      "$a + self::A;\n    }\n",
      "$a + self::A;\n    }\n\n    public function more(): int\n    {\n        return 1;\n    }\n",
    ),
  ),
  store.adds(
    "a method before one stands before comment and attribute",
    insert("before", "Store/count", "public function more(): int\n{\n    return 1;\n}"),
    to(
      "    /**\n     * How many.",
      "    public function more(): int\n    {\n        return 1;\n    }\n\n    /**\n     * How many.",
    ),
  ),
  store.adds(
    "a use among the uses",
    insert("imports", undefined, "use App\\More;"),
    to("use function strlen;\n", "use function strlen;\nuse App\\More;\n"),
    to("use App\\Other;\n", "use App\\Other;\nuse App\\More;\n"),
    to("use App\\Other;\n", "use App\\More;\nuse App\\Other;\n"),
  ),
  store.adds(
    "code first in the file stands behind declare and namespace",
    insert("first", undefined, "const ZERO = 0;"),
    to("use function strlen;\n", "use function strlen;\n\nconst ZERO = 0;\n"),
    to("use App\\Other;\n", "const ZERO = 0;\nuse App\\Other;\n"),
  ),
  store.does(
    "a function that nobody calls is removed at the end of the file",
    remove("helper"),
    to("\nfunction helper(int ...$all): ?int\n{\n    return $all[0] ?? null;\n}\n", ""),
  ),
  store.does(
    "a method is removed if its uses are left with comment and attribute",
    remove("Store/count", { unproven: "leave" }),
    to(
      "    /**\n     * How many.\n     */\n    #[\\Override]\n    public function count(): int\n    {\n        return $this->size;\n    }\n\n",
      "",
    ),
  ),
  store.refuses("a trait that is used is not removed", remove("Logs")),
  store.refuses(
    "an attribute that does not end",
    replace("Store/count", "#[\\Override\npublic function count(): int\n{\n    return 1;\n}"),
  ),
  store.refuses("a heredoc that does not end", replaceBody("Store/count", "return <<<X\nnever")),
  store.refuses("a comment that does not end", replaceBody("Store/count", "return 1; /*")),
  store.refuses("PHP ends in the middle", replaceBody("Store/count", "return 1; ?>")),
  store.mayRefuse(
    "a method with the start of PHP",
    replace("Store/count", "<?php\n#[\\Override]\npublic function count(): int\n{\n    return 1;\n}"),
    to("return $this->size;", "return 1;"),
  ),
  page.does("a function between HTML", replaceBody("foot", 'echo "end";'), to('"foot"', '"end"')),
  page.mayRefuse(
    "a function with HTML in it",
    replaceBody("head", "echo $title;"),
    to("{ ?>\n  <h1><?= $title ?></h1>\n<?php }", "{\n    echo $title;\n}"),
    to("{ ?>\n  <h1><?= $title ?></h1>\n<?php }", "{ echo $title; }"),
    to("{ ?>\n  <h1><?= $title ?></h1>\n<?php }", "{\n  echo $title;\n}"),
  ),
  page.adds(
    "a function behind one between HTML",
    insert("after", "foot", "function more() {}"),
    to('    echo "foot";\n}\n', '    echo "foot";\n}\n\nfunction more() {}\n'),
  ),
  page.mayRefuse(
    "code last in a file that ends with HTML",
    insert("last", undefined, "function more() {}"),
    to('    echo "foot";\n}\n', '    echo "foot";\n}\n\nfunction more() {}\n'),
    to("</html>\n", "</html>\n<?php\nfunction more() {}\n"),
  ),
  page.does("a function between HTML is removed", remove("foot"), to('function foot() {\n    echo "foot";\n}\n', "")),
];

function storeText(): ReturnType<typeof to> {
  return to(
    `#[Attribute(Attribute::TARGET_CLASS)]
#[Entity(table: 'store]')]
final class Store extends Base implements \\Countable
{
    use Logs;

    public const A = 1, B = 2;
    private ?string $name = null;
    public static int $made = 0;

    public function __construct(
        #[Sensitive] private readonly string $path,
        protected int $size = 0,
    ) {
    }

    /**
     * How many.
     */
    #[\\Override]
    public function count(): int
    {
        return $this->size;
    }

    public function text(): string
    {
        return <<<HTML
            <b>{$this->name}</b>
            HTML;
    }

    public function raw(): string
    {
        return <<<'X'
function not_code() {
X;
    }

    abstract protected function open(): void;

    private function last(): \\Closure
    {
        return fn (int $a): int => $a + self::A;
    }
}
`,
    "#[Entity]\nfinal class Store {}\n",
  );
}
