import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "ruby",
  "store.rb",
  `# frozen_string_literal: true

require "json"
require_relative "other"

module App
  LIMIT = 10

  # Keeps things.
  class Store < Base
    include Enumerable
    attr_reader :size, :name

    def initialize(path, *rest, key: nil, &block)
      @path = path
      rest.each do |each|
        puts each if each
      end
    end

    # Reads one.
    def read(at) = @items[at]

    def self.open(path)
      new(path)
    end

    class << self
      def build
        new("x")
      end
    end

    def text
      <<~TEXT
        def not_code
        end
      TEXT
    end

    def raw
      call(<<-'A', <<-'B')
  first
      A
  second
      B
    end

    private

    def secret?
      unless @path then true else false end
    end

    def value=(other)
      @value = other
    end

    def last
      @size
    end
  end

  Point = Struct.new(:x, :y) do
    def sum
      x + y
    end
  end
end
`,
);

/** Blocks, heredocs, what is private from a line on. */
export const ruby = [
  store.does(
    "a method with a block",
    replace("initialize", "def initialize(path)\n  @path = path\nend"),
    to(
      "(path, *rest, key: nil, &block)\n      @path = path\n      rest.each do |each|\n        puts each if each\n      end\n",
      "(path)\n      @path = path\n",
    ),
  ),
  store.does(
    "the body of a method with a block",
    replaceBody("initialize", "@path = path\nrest.each { |each| p each }"),
    to("      rest.each do |each|\n        puts each if each\n      end\n", "      rest.each { |each| p each }\n"),
  ),
  store.mayRefuse(
    "a method without an end",
    replace("read", "def read(at) = @items.fetch(at)"),
    to("@items[at]", "@items.fetch(at)"),
  ),
  store.does("a method of the class", replaceBody("open", "allocate"), to("      new(path)\n", "      allocate\n")),
  store.does("a method in the class of the class", replaceBody("build", 'new("y")'), to('new("x")', 'new("y")')),
  store.does(
    "a method with a heredoc",
    replace("text", "def text\n  <<~TEXT\n    other\n  TEXT\nend"),
    to("        def not_code\n        end\n", "        other\n"),
    // The text of such a heredoc is the same wherever it stands.
    to("        def not_code\n        end\n      TEXT\n", "    other\n  TEXT\n"),
  ),
  store.does(
    "a body with a heredoc whose end must not move",
    replaceBody("raw", "call(<<A)\nflat\n  deep\nA"),
    to("      call(<<-'A', <<-'B')\n  first\n      A\n  second\n      B\n", "      call(<<A)\nflat\n  deep\nA\n"),
  ),
  store.does(
    "a method behind private",
    replaceBody("secret?", "@path.nil?"),
    to("      unless @path then true else false end\n", "      @path.nil?\n"),
  ),
  store.does(
    "a method that assigns",
    replace("value=", "def value=(other)\n  @value = other.to_s\nend"),
    to("@value = other\n", "@value = other.to_s\n"),
  ),
  store.does("the last method of a class", replace("last", "def last\n  0\nend"), to("      @size\n", "      0\n")),
  store.does("a constant", replace("LIMIT", "LIMIT = 20"), to("LIMIT = 10", "LIMIT = 20")),
  store.mayRefuse("a method in a struct with a block", replaceBody("sum", "x - y"), to("x + y", "x - y")),
  store.adds(
    "a method as the last of a class",
    insert("last", "Store", "def more\n  1\nend"),
    to("      @size\n    end\n", "      @size\n    end\n\n    def more\n      1\n    end\n"),
  ),
  store.adds(
    "a method behind one",
    insert("after", "read", "def more\n  1\nend"),
    to("= @items[at]\n", "= @items[at]\n\n    def more\n      1\n    end\n"),
  ),
  store.adds(
    "a method before one stands before its comment",
    insert("before", "read", "def more\n  1\nend"),
    to("    # Reads one.\n", "    def more\n      1\n    end\n\n    # Reads one.\n"),
  ),
  store.adds(
    "a method before a private one is not before private",
    insert("before", "secret?", "def more\n  1\nend"),
    to("    def secret?", "    def more\n      1\n    end\n\n    def secret?"),
  ),
  store.adds(
    "a require among the requires",
    insert("imports", undefined, 'require "set"'),
    to('require_relative "other"\n', 'require_relative "other"\nrequire "set"\n'),
    to('require "json"\n', 'require "json"\nrequire "set"\n'),
    to('require "json"\n', 'require "set"\nrequire "json"\n'),
  ),
  store.adds(
    "code first in the file is not before its magic comment",
    insert("first", undefined, "ZERO = 0"),
    to('require_relative "other"\n', 'require_relative "other"\n\nZERO = 0\n'),
    to('require "json"\n', 'ZERO = 0\nrequire "json"\n'),
  ),
  store.does(
    "a method is removed if its uses are left with its comment",
    remove("read", { unproven: "leave" }),
    to("    # Reads one.\n    def read(at) = @items[at]\n\n", ""),
  ),
  store.does(
    "a method with heredocs is removed",
    remove("raw", { unproven: "leave" }),
    to("    def raw\n      call(<<-'A', <<-'B')\n  first\n      A\n  second\n      B\n    end\n\n", ""),
  ),
  store.does(
    "the last method of a class is removed",
    remove("last", { unproven: "leave" }),
    to("\n    def last\n      @size\n    end\n", ""),
  ),
  store.refuses("an end too few", replace("last", "def last\n  if @size\n    0\nend")),
  store.refuses("an end too many", replaceBody("last", "0\nend\nend")),
  store.refuses("a heredoc that does not end", replaceBody("last", "<<~TEXT\n  never")),
  store.refuses("a text that does not end", replaceBody("last", 'puts "never')),
  store.mayRefuse(
    "new lines that are spelled out",
    replace("last", "def last\\n  0\\nend"),
    to("      @size\n", "      0\n"),
  ),
  store.mayRefuse(
    "a declaration as a body",
    replaceBody("last", "def last\n  0\nend"),
    to("      @size\n", "      0\n"),
  ),
];
