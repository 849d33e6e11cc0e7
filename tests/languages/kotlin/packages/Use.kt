package app

import java.io.File
//^ import external:kotlin/java.io#File
import org.junit.Assert.assertEquals
//^ import external:kotlin/org.junit#Assert
import shop.core.Item
//^ import Items.kt
import shop.core.Item.Companion.make
//^ import Items.kt
import shop.core.load
//^ import Items.kt
import shop.core.newest
//^ import Items.kt
import shop.core.shared as one
//^ import Items.kt
import shop.core.twice
//^ import Items.kt

// check: definition call import external
fun go(item: Item, all: List<Item>) {
//^ function go(Item,List)
    item.twice().twice()
    //^ call Items.kt#Item.twice() -> go(Item,List)
    make("b").next()
    //^ call Items.kt#Item.Companion.make(String) -> go(Item,List)
    //^ call Items.kt#Item.next() -> go(Item,List)
    load("c").next()
    //^ call Items.kt#Item.next() -> go(Item,List)
    //^ call Items.kt#load(String) -> go(Item,List)
    all.newest().next()
    //^ call Items.kt#Item.next() -> go(Item,List)
    //^ call Items.kt#List.newest() -> go(Item,List)
    one.next()
    //^ call Items.kt#Item.next() -> go(Item,List)
    shop.core.Registry.first().next()
    //^ call Items.kt#Item.next() -> go(Item,List)
    //^ call Items.kt#Registry.first() -> go(Item,List)
    assertEquals(1, 2)
    //^ call external:kotlin/org.junit#Assert.assertEquals -> go(Item,List)
    File("x").exists()
    //^ call external:kotlin/java.io#File -> go(Item,List)
}
