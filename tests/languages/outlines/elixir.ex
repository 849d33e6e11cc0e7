defmodule Shop.Store do
#^ class Shop.Store
  @limit 3
  #^ field Shop.Store.limit
  defstruct [:a]
  def put(row), do: row
  #^ method Shop.Store.put
  defp check(row) when is_list(row) do
  #^ method Shop.Store.check
    row
  end
  defmacro twice(x) do
  #^ macro Shop.Store.twice
    x
  end
end
