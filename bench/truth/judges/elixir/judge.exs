# elixir judge.exs ROOT, the files on stdin: compiles them with a tracer and prints what each name refers to, in JSON lines.
Code.require_file("reader.exs", __DIR__)

defmodule Tracer do
  @calls [:remote_function, :remote_macro, :imported_function, :imported_macro]
  @statements [:alias, :import, :require]

  def trace({kind, meta, module, name, _arity}, env) when kind in @calls, do: keep(env, meta, {:call, module, name})

  def trace({kind, meta, name, _arity}, env) when kind in [:local_function, :local_macro],
    do: keep(env, meta, {:call, env.module, name})

  def trace({:alias_reference, meta, module}, env), do: keep(env, meta, {:module, module})
  def trace({:alias_expansion, meta, _alias, module}, env), do: keep(env, meta, {:alias, module})
  def trace({:struct_expansion, meta, module, _keys}, env), do: keep(env, meta, {:struct, module})
  def trace({:alias, meta, module, _as, _options}, env), do: keep(env, meta, {:statement, module})
  def trace({kind, meta, module, _options}, env) when kind in @statements, do: keep(env, meta, {:statement, module})
  def trace(_event, _env), do: :ok

  defp keep(env, meta, event) do
    if meta[:line] != nil and meta[:column] != nil,
      do: :ets.insert(:events, {{env.file, meta[:line], meta[:column]}, event})

    :ok
  end
end

defmodule Judge do
  def run(root, files) do
    :ets.new(:events, [:bag, :public, :named_table])
    Code.put_compiler_option(:parser_options, columns: true)
    Code.put_compiler_option(:ignore_module_conflict, true)
    Code.put_compiler_option(:tracers, [Tracer])
    quietly(fn -> compile(root, files) end)
    read = for file <- files, tree = Reader.parse(root, file), do: Reader.read(tree)
    declarations = Enum.flat_map(read, & &1.declarations)
    uses = Enum.flat_map(read, & &1.uses)
    rows = Enum.map(declarations, &declaration/1) ++ rows_of(uses, declarations)
    IO.write(:stdio, Enum.map(Enum.uniq(rows), &[&1, "\n"]))
  end

  # Whatever the compiled code prints must not come among the rows.
  defp quietly(work) do
    leader = Process.group_leader()
    {:ok, sink} = StringIO.open("")
    Process.group_leader(self(), sink)
    work.()
    Process.group_leader(self(), leader)
  end

  # Tests are defined, not run; other scripts would run as they are compiled.
  defp compile(root, files) do
    Mix.start()
    ExUnit.start(autorun: false)
    # Tests that read documentation look for it in the compiled files.
    Code.put_compiler_option(:docs, true)
    target = Path.join(System.tmp_dir!(), "truth-elixir-#{System.unique_integer([:positive])}-#{System.pid()}")
    File.mkdir_p!(target)
    Code.prepend_path(target)
    {sources, scripts} = Enum.split_with(files, &String.ends_with?(&1, ".ex"))
    Kernel.ParallelCompiler.compile_to_path(Enum.map(sources, &Path.join(root, &1)), target)

    for file <- Enum.sort_by(scripts, &String.ends_with?(&1, "_test.exs")), file =~ ~r/(^|\/)test\//, not (file =~ ~r/test_helper\.exs$/) do
      try do
        Code.compile_file(Path.join(root, file))
      rescue
        error -> IO.puts(:stderr, "#{file}: #{Exception.message(error)}")
      catch
        _, reason -> IO.puts(:stderr, "#{file}: #{inspect(reason)}")
      end
    end

    File.rm_rf!(target)
  end

  defp declaration({id, at, name, kind, container}) do
    ~s({"declare":#{quoted(id)},"at":#{place(at)},"name":#{quoted(name)},"kind":"#{kind}","container":#{quoted(container)}})
  end

  # A module is asked for by its whole written name, so a use of it stands under each whole name with its last word.
  defp rows_of(uses, declarations) do
    known = MapSet.new(declarations, &elem(&1, 0))

    written =
      for({_, _, name, kind, _} <- declarations, kind in ["class", "interface"], uniq: true, do: name)
      |> Enum.group_by(&last/1)

    for {id, at, name, kind} <- uses, each <- if(kind == :module, do: Map.get(written, name, [name]), else: [name]) do
      id = if id in known, do: id, else: "outside"
      ~s({"use":[#{quoted(id)}],"at":#{place(at)},"name":#{quoted(each)}})
    end
  end

  defp last(name), do: name |> String.split(".") |> List.last()
  defp place({file, line, column}), do: "[#{quoted(file)},#{line},#{column}]"
  defp quoted(text), do: [?", text |> String.replace("\\", "\\\\") |> String.replace("\"", "\\\""), ?"]
end

files = IO.read(:stdio, :all) |> String.split("\n", trim: true)
Judge.run(Path.expand(hd(System.argv())), files)
