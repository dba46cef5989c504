# Symbols of Ruby files by Ripper, Ruby's own parser; protocol: see program-oracle.ts.
require "json"
require "ripper"

# Names are [:@ident, text, [line, column]] leaves below the node; the last constant of `A::B` is the name.
def name_of(node)
  return [node[1], node[2][0]] if node[0].is_a?(Symbol) && node[0].start_with?("@")
  name_of(node.reverse.find { |part| part.is_a?(Array) })
end

DEFINING = /\A(alias_method|define_method|define_singleton_method|attr|def_delegator)/

# Every leaf below: what a call like `alias_method :a, :b` may define.
def leaves(node, rows)
  return unless node.is_a?(Array)
  return rows << ["either", node[1], node[2][0]] if node[0].is_a?(Symbol) && node[0].start_with?("@")
  node.each { |part| leaves(part, rows) }
end

def walk(node, container, in_type, rows)
  return unless node.is_a?(Array)
  case node[0]
  when :class, :module
    name, line = name_of(node[1])
    # `class A::B` stands in A.
    around = node[1][0] == :const_path_ref ? name_of(node[1][1])[0] : container
    rows << ["class", name, line, around]
    node.drop(2).each { |part| walk(part, name, true, rows) }
  when :def
    name, line = name_of(node[1])
    rows << [in_type ? "method" : "function", name, line, container]
    node.drop(2).each { |part| walk(part, name, true, rows) }
  when :defs
    name, line = name_of(node[3])
    # `def self.x` at the top belongs to the main object, `def Foo.x` to Foo.
    owner = name_of(node[1])[0]
    around = /\A[A-Z]/.match?(owner) ? owner : container
    rows << [in_type || owner != "self" ? "method" : "function", name, line, around]
    node.drop(4).each { |part| walk(part, name, true, rows) }
  when :sclass
    # `class << self` has no name: its methods belong to what is around it; those of `class << Foo` to Foo.
    leaves(node[1], rows)
    name = name_of(node[1])[0]
    walk(node[2], /\A[A-Z]/.match?(name) ? name : container, true, rows)
  when :alias
    leaves(node, rows)
  when :assign
    # `Point = Struct.new(:x) do … end` makes a class without saying so.
    leaves(node[1], rows)
    is_class = node[1][1].is_a?(Array) && node[1][1][0] == :@const && node[2][0] == :method_add_block
    walk(node[2], is_class ? node[1][1][1] : container, in_type || is_class, rows)
  when :command, :command_call, :method_add_arg
    called = node[1, 3].flatten.grep(String).any? { |word| DEFINING.match?(word) }
    leaves(node, rows) if called
    node.each { |part| walk(part, container, in_type, rows) }
  else
    node.each { |part| walk(part, container, in_type, rows) }
  end
end

$stdout.sync = true
$stdin.set_encoding("UTF-8")
while (path = $stdin.gets)
  tree = Ripper.sexp(File.read(path.chomp, encoding: "UTF-8"))
  rows = []
  walk(tree, "", false, rows) if tree
  puts(tree ? JSON.generate(rows) : "null")
end
