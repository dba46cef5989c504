# ruby judge.rb ROOT ROWS TESTS…: runs the tests that the patterns name, and writes who called what in which line, as JSON lines.
require "json"
require_relative "reader"

root = File.realpath(ARGV.shift)
target = ARGV.shift
patterns = ARGV.dup
ARGV.clear
files = $stdin.read.split("\n")
own = Process.pid
calls = Hash.new { |table, place| table[place] = {} }

# Measures coverage only, and need not be installed.
module SimpleCov
  def self.start(*) = nil
end
$LOADED_FEATURES << "simplecov.rb"

# The line of a call, and the line where the called method is declared; nil for one that is not written in Ruby.
trace = TracePoint.new(:call, :c_call) do |event|
  name = event.method_id
  if event.event == :call
    from = caller_locations(2, 1)&.first
    next if from.nil? || !from.absolute_path&.start_with?(root)
    calls[[from.absolute_path, from.lineno, name]][[event.path, event.lineno]] = true
  elsif event.path&.start_with?(root)
    # What `attr_reader` makes has a place, too.
    declared = event.defined_class.instance_method(name).source_location rescue nil
    calls[[event.path, event.lineno, name]][declared || []] = true
  end
end

at_exit do
  trace.disable
  if Process.pid == own
    reader = Reader.new(root, files)
    rows = reader.rows(calls)
    File.write(target, rows.map { |row| JSON.generate(row) }.join("\n") + "\n")
  end
end

trace.enable
patterns.flat_map { |pattern| Dir.glob(File.join(root, pattern)).sort }.each do |path|
  require path
rescue ScriptError, StandardError => error
  warn "#{path}: #{error.message}"
end
