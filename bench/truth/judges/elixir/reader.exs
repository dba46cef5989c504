# Walks the syntax tree of a file: declarations by their form, uses by what the tracer has kept for their places.
defmodule Reader do
  @defs [:def, :defp, :defmacro, :defmacrop, :defguard, :defguardp, :defdelegate]
  @types [:type, :typep, :opaque]
  @specs [:spec, :callback, :macrocallback]
  @told [:doc, :moduledoc, :typedoc, :behaviour, :impl, :derive, :enforce_keys, :compile, :deprecated, :since] ++
          [:dialyzer, :external_resource, :before_compile, :after_compile, :on_load, :on_definition, :tag, :moduletag] ++
          [:describetag, :fallback_to_any, :optional_callbacks]

  def parse(root, file) do
    path = Path.join(root, file)
    encode = fn literal, meta -> {:ok, {:__block__, meta, [literal]}} end
    options = [columns: true, token_metadata: true, literal_encoder: encode]

    case Code.string_to_quoted(File.read!(path), options) do
      {:ok, tree} -> %{file: file, path: path, tree: tree}
      _ -> nil
    end
  end

  def read(%{file: file, path: path, tree: tree}) do
    scope = %{file: file, path: path, module: nil, around: [], types: types_in(tree), is_impl: false}
    items = tree |> walk(scope) |> List.flatten()
    declarations = for {:declare, id, at, name, kind, container} <- items, do: {id, at, name, kind, container}
    # A file that was not compiled has no events, and nothing is known of it.
    is_compiled = :ets.match(:events, {{path, :_, :_}, :"$1"}, 1) != :"$end_of_table"
    uses = for {:use, id, at, name, kind} <- items, is_compiled, do: {id, at, name, kind}
    %{declarations: declarations, uses: uses}
  end

  defp types_in(tree) do
    {_, found} =
      Macro.prewalk(tree, MapSet.new(), fn
        {:@, _, [{word, _, [{:"::", _, [{name, _, _} | _]}]}]} = node, found when word in @types ->
          {node, MapSet.put(found, name)}

        node, found ->
          {node, found}
      end)

    found
  end

  defp walk({word, _, [{:__aliases__, meta, words} = name, body]}, scope) when word in [:defmodule, :defprotocol] do
    if Enum.all?(words, &is_atom/1) do
      module = Module.concat([scope.module | words] |> Enum.reject(&is_nil/1))
      written = Enum.join(words, ".")
      kind = if word == :defmodule, do: "class", else: "interface"
      inner = %{scope | module: module, around: [written | scope.around], is_impl: false}
      [declare(scope, inspect(module), last_of(name), written, kind), walk(body, inner)]
    else
      _ = meta
      []
    end
  end

  # The name of its module is made of two others; what it declares is called through the protocol.
  defp walk({:defimpl, _, [protocol | rest]}, scope), do: [walk(protocol, scope), walk(rest, %{scope | is_impl: true})]

  defp walk({word, meta, [head | rest]}, scope) when word in @defs do
    {name, at, inside} = head_of(head)

    kind = if scope.is_impl, do: "local", else: "function"
    is_named = is_atom(name) and name != nil and name != :unquote and to_string(name) =~ ~r/^[a-z_]\w*[?!]?$/
    own = if is_named, do: [declare(scope, call_id(scope.module, name), at, to_string(name), kind)], else: []
    _ = meta
    [own, walk(inside, scope), walk(rest, scope)]
  end

  defp walk({:quote, _, _}, _), do: []
  defp walk({:@, _, [{word, _, args}]}, scope) when word in @types and is_list(args), do: Enum.map(args, &type_declared(&1, scope))
  defp walk({:@, _, [{word, _, args}]}, scope) when word in @specs and is_list(args), do: Enum.map(args, &spec(&1, scope))
  defp walk({:@, _, [{word, _, args}]}, scope) when word in @told, do: walk(args, scope)

  defp walk({:@, _, [{name, meta, args}]}, scope) when is_atom(name) do
    id = "#{inspect(scope.module)}@#{name}"
    if is_list(args) and args != [],
      do: [declare(scope, id, meta, to_string(name), "constant"), walk(args, scope)],
      else: [use_of(scope, id, meta, to_string(name), :other)]
  end

  defp walk({word, _, [fields]}, scope) when word in [:defstruct, :defexception] do
    for {name, meta} <- keys_in(fields), do: declare(scope, field_id(scope.module, name), meta, to_string(name), "field")
  end

  defp walk({:%, meta, [module, {:%{}, _, args}]}, scope) do
    keys =
      for {:struct, struct} <- events(scope, meta), {name, at} <- keys_in(args),
          do: use_of(scope, field_id(struct, name), at, to_string(name), :other)

    [keys, walk(module, scope), walk(args, scope)]
  end

  defp walk({word, meta, [target | options]}, scope) when word in [:alias, :import, :require, :use] do
    modules = for {:statement, module} <- events(scope, meta), do: module
    own = for node <- named_in(target), module <- Enum.filter(modules, &ends_with?(&1, node)) |> Enum.take(1),
              do: use_of(scope, inspect(module), last_of(node), last_word(node), :module)

    only = for {name, at} <- keys_in(options) ++ Enum.flat_map(values_in(options), &keys_in/1), module <- Enum.take(modules, 1),
               word == :import, name not in [:only, :except, :warn],
               do: use_of(scope, call_id(module, name), at, to_string(name), :other)

    [own, only, walk(target, scope), walk(options, scope)]
  end

  defp walk({:__aliases__, meta, words} = node, scope) do
    found = events(scope, meta)
    whole = for {:module, module} <- found, do: use_of(scope, inspect(module), last_of(node), last_word(node), :module)
    # In `Conn.Error`, where `Conn` is an alias, the alias is used, too.
    first = for {:alias, module} <- found, length(words) > 1, do: use_of(scope, inspect(module), meta, to_string(hd(words)), :module)
    [whole, first]
  end

  defp walk({{:., _, [left, name]}, meta, args}, scope) when is_atom(name), do: [call(scope, meta, name), walk(left, scope), walk(args, scope)]
  defp walk({{_, _, _} = called, _, args}, scope), do: [walk(called, scope), walk(args, scope)]
  defp walk({:__block__, _, args}, scope), do: walk(args, scope)

  defp walk({name, meta, context}, scope) when is_atom(name) and is_atom(context) do
    case call(scope, meta, name) do
      [] -> [use_of(scope, "local", meta, to_string(name), :other)]
      found -> found
    end
  end

  defp walk({name, meta, args}, scope) when is_atom(name) and is_list(args), do: [call(scope, meta, name), walk(args, scope)]
  defp walk({left, right}, scope), do: [walk(left, scope), walk(right, scope)]
  defp walk(list, scope) when is_list(list), do: Enum.map(list, &walk(&1, scope))
  defp walk(_, _), do: []

  defp call(scope, meta, name) do
    for {:call, module, ^name} <- events(scope, meta), do: use_of(scope, call_id(module, name), meta, to_string(name), :other)
  end

  defp head_of({:when, _, [head, guard]}) do
    {name, at, inside} = head_of(head)
    {name, at, [inside, guard]}
  end

  defp head_of({name, meta, args}) when is_atom(name), do: {name, meta, if(is_list(args), do: args, else: [])}
  defp head_of(other), do: {nil, [], [other]}

  defp type_declared({:"::", _, [{name, meta, args}, type]}, scope) when is_atom(name) do
    [declare(scope, type_id(scope.module, name), meta, to_string(name), "type"), types(type, scope), types(args, scope)]
  end

  defp type_declared(_, _), do: []

  # A signature is part of the declaration of its function.
  defp spec({:when, _, [head, types]}, scope), do: [spec(head, scope), types(types, scope)]

  defp spec({:"::", _, [{name, meta, args}, type]}, scope) when is_atom(name) do
    kind = if scope.is_impl, do: "local", else: "function"
    [declare(scope, call_id(scope.module, name), meta, to_string(name), kind), types(args, scope), types(type, scope)]
  end

  defp spec(_, _), do: []

  defp types({:"::", _, [{name, _, context}, type]}, scope) when is_atom(name) and is_atom(context), do: types(type, scope)

  defp types({{:., _, [left, name]}, meta, args}, scope) when is_atom(name) do
    module = module_of(left, scope)
    own = if module == nil, do: [], else: [use_of(scope, type_id(module, name), meta, to_string(name), :other)]
    [own, types(left, scope), types(args, scope)]
  end

  defp types({:__aliases__, _, _} = node, scope) do
    case module_of(node, scope) do
      nil -> []
      module -> [use_of(scope, inspect(module), last_of(node), last_word(node), :module), walk(node, scope)]
    end
  end

  defp types({:%, _, [left, {:%{}, _, args}]}, scope) do
    module = module_of(left, scope)
    keys = for {name, at} <- keys_in(args), module != nil, do: use_of(scope, field_id(module, name), at, to_string(name), :other)
    [keys, types(left, scope), types(args, scope)]
  end

  defp types({:__block__, _, args}, scope), do: types(args, scope)

  defp types({name, meta, args}, scope) when is_atom(name) do
    own = if name in scope.types, do: [use_of(scope, type_id(scope.module, name), meta, to_string(name), :other)], else: []
    [own, if(is_list(args), do: types(args, scope), else: [])]
  end

  defp types({left, right}, scope), do: [types(left, scope), types(right, scope)]
  defp types(list, scope) when is_list(list), do: Enum.map(list, &types(&1, scope))
  defp types(_, _), do: []

  defp module_of({:__MODULE__, _, _}, scope), do: scope.module

  defp module_of({:__aliases__, meta, [first | rest] = words}, scope) do
    expanded = for {:alias, module} <- events(scope, meta), do: module

    cond do
      match?({:__MODULE__, _, _}, first) -> Module.concat([scope.module | rest])
      not Enum.all?(words, &is_atom/1) -> nil
      expanded != [] -> Module.concat([hd(expanded) | rest])
      true -> Module.concat(words)
    end
  end

  defp module_of(_, _), do: nil

  defp named_in({{:., _, [_, :{}]}, _, nodes}), do: nodes
  defp named_in({:__aliases__, _, _} = node), do: [node]
  defp named_in(_), do: []

  defp ends_with?(module, {:__aliases__, _, words}) do
    words = for word when is_atom(word) <- words, do: to_string(word)
    # An alias may stand for the first word.
    wanted = Enum.take(words, -1)
    is_atom(module) and String.starts_with?(to_string(module), "Elixir.") and Enum.take(Module.split(module), -1) == wanted
  end

  defp ends_with?(_, _), do: false

  defp keys_in({:__block__, _, [list]}) when is_list(list), do: keys_in(list)
  defp keys_in({:|, _, [_, list]}), do: keys_in(list)

  defp keys_in(list) when is_list(list) do
    Enum.flat_map(list, fn
      {{:__block__, meta, [name]}, _} when is_atom(name) -> [{name, at_name(meta)}]
      {:__block__, meta, [name]} when is_atom(name) -> [{name, [line: meta[:line], column: (meta[:column] || 0) + 1]}]
      {:|, _, [_, list]} -> keys_in(list)
      inner when is_list(inner) -> keys_in(inner)
      _ -> []
    end)
  end

  defp keys_in(_), do: []
  defp at_name(meta), do: meta

  defp values_in(options) do
    for list <- options, is_list(list), {_, value} <- list, do: value
  end

  defp last_of({:__aliases__, meta, _}), do: meta[:last] || meta
  defp last_word({:__aliases__, _, words}), do: words |> List.last() |> to_string()

  defp events(%{path: path}, meta), do: for({_, event} <- :ets.lookup(:events, {path, meta[:line], meta[:column]}), do: event)

  defp declare(scope, id, meta, name, kind), do: {:declare, id, at(scope, meta), name, kind, scope.around |> Enum.reverse() |> Enum.join("/")}
  defp use_of(scope, id, meta, name, kind), do: {:use, id, at(scope, meta), name, kind}
  defp at(scope, meta), do: {scope.file, meta[:line], meta[:column]}
  defp call_id(module, name), do: "#{inspect(module)}.#{name}"
  defp type_id(module, name), do: "#{inspect(module)}:#{name}"
  defp field_id(module, name), do: "#{inspect(module)}##{name}"
end
