require "ripper"
require "set"

# What the parser knows of each file: declarations, constants with their nesting, local names, and the words of each line.
class Reader
  Scope = Struct.new(:file, :nesting, :in_method)

  def initialize(root, files)
    @root = root
    @files = files
    @declarations = []
    @uses = []
    @methods = {}
    @words = {}
    @locals = Set.new
  end

  def rows(calls)
    @files.each { |file| read(file) }
    known = @declarations.to_set { |row| row[:declare] }
    add_calls(calls)
    uses = @uses.map { |row| row.merge(use: row[:use].map { |id| known.include?(id) ? id : "outside" }.uniq) }
    (@declarations + uses).uniq
  end

  private

  def read(file)
    text = File.read(File.join(@root, file), encoding: "UTF-8")
    tree = RubyVM::AbstractSyntaxTree.parse(text)
    @lines = text.lines
    @words[file] = words_in(text)
    walk(tree, Scope.new(file, [], false))
  rescue SyntaxError
    # Nothing is known of it.
  end

  # Names by line, without symbols, which call nothing by themselves; `&:name` does.
  def words_in(text)
    words = Hash.new { |table, line| table[line] = [] }
    before = []
    Ripper.lex(text).each do |(line, column), type, word|
      is_name = %i[on_ident on_const on_kw on_backtick].include?(type)
      is_symbol = before.last == ":" && before[-2] != "&"
      words[line] << [word, column + 1] if is_name && !is_symbol
      before = [before.last, word].compact unless type == :on_sp
    end
    words
  end

  def walk(node, scope)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
    case node.type
    when :CLASS, :MODULE then return walk_type(node, scope)
    when :DEFN, :DEFS then return walk_method(node, scope)
    when :CDECL then declare_constant(node, scope)
    when :CONST then use_constant(node, scope, lookup(node.children[0], scope.nesting), node.children[0])
    when :COLON2 then use_qualified(node, scope)
    when :COLON3 then use_constant(node, scope, "#{node.children[0]}", node.children[0])
    when :FCALL, :VCALL then declare_attributes(node, scope) if node.type == :FCALL
    when :LVAR, :DVAR, :LASGN, :DASGN, :DASGN_CURR then use_local(node, scope)
    end
    node.children.each { |child| walk(child, scope) }
  end

  def walk_type(node, scope)
    path, superclass, body = node.type == :CLASS ? node.children : [node.children[0], nil, node.children[1]]
    owner = path.type == :COLON2 && path.children[0] ? constant_of(path.children[0], scope) : nil
    name = path.children.last
    whole = owner ? "#{owner}::#{name}" : path.type == :COLON3 ? name.to_s : join(scope.nesting.first, name)
    kind = node.type == :CLASS ? "class" : "interface"
    declare(whole, [scope.file, path.last_lineno, path.last_column - name.length + 1], name, scope.in_method ? "local" : kind, scope)
    walk(path.children[0], scope) if path.type == :COLON2
    walk(superclass, scope)
    walk(body, Scope.new(scope.file, [whole] + scope.nesting, scope.in_method))
  end

  def walk_method(node, scope)
    name = node.children[node.type == :DEFN ? 0 : 1]
    # A method of the type and one of its values share a path, and are asked for together.
    id = "#{scope.file} #{scope.nesting.first}/#{name}"
    @methods[[File.join(@root, scope.file), node.first_lineno]] ||= id
    is_plain = name.match?(/\A[a-z_]\w*[?!]?\z/i)
    kind = scope.in_method || !is_plain ? "local" : scope.nesting.empty? ? "function" : "method"
    declare(id, [scope.file, node.first_lineno, node.first_column + 1], name, kind, scope)
    node.children.each { |child| walk(child, Scope.new(scope.file, scope.nesting, true)) }
  end

  def declare_constant(node, scope)
    target, name = node.children
    return unless target.is_a?(Symbol)
    declare(join(scope.nesting.first, target), at(node, scope), target, "constant", scope)
  end

  # `attr_reader :name` declares a method in that line; two of them in a line cannot be told apart.
  def declare_attributes(node, scope)
    word, list = node.children
    return unless %i[attr_reader attr_accessor].include?(word) && list.respond_to?(:children)
    names = list.children.compact.select { |each| each.type == :LIT && each.children[0].is_a?(Symbol) }
    return if names.length != 1
    id = "#{scope.file}:#{node.first_lineno}"
    @methods[[File.join(@root, scope.file), node.first_lineno]] ||= id
    declare(id, [scope.file, names[0].first_lineno, names[0].first_column + 2], names[0].children[0], "field", scope)
  end

  def use_local(node, scope)
    @locals << at(node, scope)
    use(["local"], at(node, scope), node.children[0])
  end

  def use_qualified(node, scope)
    left, name = node.children
    return unless left && name.match?(/\A[A-Z]/)
    owner = constant_of(left, scope)
    found = owner && owner_of(name, owner) { |type| type.ancestors }
    use([found], [scope.file, node.last_lineno, node.last_column - name.length + 1], name) if found
  end

  def use_constant(node, scope, id, name)
    use([id], [scope.file, node.last_lineno, node.last_column - name.length + 1], name) if id
  end

  # The full name of the constant that an expression names.
  def constant_of(node, scope)
    case node&.type
    when :CONST then lookup(node.children[0], scope.nesting)
    when :COLON3 then node.children[0].to_s
    when :COLON2
      owner = constant_of(node.children[0], scope)
      owner && owner_of(node.children[1], owner) { |type| type.ancestors }
    end
  end

  # As Ruby does it: what is declared around, then what the innermost type inherits, then the top.
  def lookup(name, nesting)
    nesting.each { |outer| return join(outer, name) if loaded(outer)&.const_defined?(name, false) }
    inherited = nesting.first && owner_of(name, nesting.first) { |type| type.ancestors - Object.ancestors }
    inherited || (Object.const_defined?(name) ? name.to_s : nil)
  rescue NameError
    nil
  end

  def owner_of(name, outer)
    type = loaded(outer)
    return nil unless type.is_a?(Module)
    owner = yield(type).find { |each| each.const_defined?(name, false) }
    owner && (owner == Object ? name.to_s : owner.name && "#{owner.name}::#{name}")
  end

  def loaded(path)
    found = Object.const_get(path)
    found.is_a?(Module) ? found : nil
  rescue NameError, LoadError
    nil
  end

  def add_calls(calls)
    calls.each do |(path, line, name), targets|
      file = path.delete_prefix("#{@root}/")
      writes = name.to_s.end_with?("=")
      word = name.to_s.delete_suffix("=")
      (@words[file] || {}).fetch(line, []).each do |written, column|
        next if written != word || @locals.include?([file, line, column])
        # What code has made while it ran has a place where nothing is declared.
        next if targets.keys.any? { |place| @methods[place].nil? && place[0]&.start_with?(@root) }
        ids = targets.keys.map { |place| @methods[place] || "outside" }
        # A setter has a symbol of its own, unless one line declares both.
        use(ids, [file, line, column], word) unless writes && ids.all? { |id| id == "outside" }
      end
    end
  end

  def join(outer, name) = outer ? "#{outer}::#{name}" : name.to_s

  def declare(id, at, name, kind, scope)
    container = scope.nesting.first.to_s.gsub("::", "/")
    @declarations << { declare: id, at: at, name: name.to_s, kind: kind, container: container }
  end

  def use(ids, at, name) = @uses << { use: ids, at: at, name: name.to_s }
  def at(node, scope) = [scope.file, node.first_lineno, node.first_column + 1]
end
