package app

import shop.core.*
//^ import Items.kt

class Star : Base() {
//^ class Star
//^ inherit Base -> Star
    val held = Item("x")
    //^ field Star.held
    //^ call Items.kt#Item -> Star.held

    fun go() {
    //^ method Star.go()
        held.next()
        //^ call Items.kt#Item.next() -> Star.go()
        Item.make("y").twice()
        //^ call Items.kt#Item.Companion.make(String) -> Star.go()
        //^ call Items.kt#Item.twice() -> Star.go()
        unknown(held)
    }
}

open class Base {
//^ class Base
    open fun base() {}
    //^ method Base.base()
}
