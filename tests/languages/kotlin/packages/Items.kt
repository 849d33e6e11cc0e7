package shop.core

class Item(val name: String) {
//^ class Item
//^ field Item.name
    fun next(): Item = this
    //^ method Item.next()

    companion object {
    //^ class Item.Companion
        const val LIMIT = 3
        //^ field Item.Companion.LIMIT

        fun make(name: String): Item = Item(name)
        //^ method Item.Companion.make(String)
        //^ call Item -> Item.Companion.make(String)
    }
}

fun Item.twice(): Item = next().next()
//^ method Item.twice()
//^ call Item.next() -> Item.twice()

fun <T : Item> List<T>.newest(): T = this[0]
//^ method List.newest()

fun load(name: String): Item = Item.make(name)
//^ function load(String)
//^ call Item.Companion.make(String) -> load(String)

fun load(count: Int, name: String = "x"): List<Item> = listOf(load(name))
//^ function load(Int,String)
//^ call load(String) -> load(Int,String)

val shared = Item("shared")
//^ field shared
//^ call Item -> shared

object Registry {
//^ class Registry
    private val items = mutableListOf<Item>()
    //^ field Registry.items

    fun add(item: Item) = items.add(item)
    //^ method Registry.add(Item)

    fun first() = items.first()
    //^ method Registry.first()
}
