package shop.core

// check: definition call use
class Same {
//^ class Same
    fun go(item: Item) {
    //^ method Same.go(Item)
    //^ use Items.kt#Item -> Same.go(Item)
        item.twice().next()
        //^ call Items.kt#Item.next() -> Same.go(Item)
        //^ call Items.kt#Item.twice() -> Same.go(Item)
        load("a").next()
        //^ call Items.kt#Item.next() -> Same.go(Item)
        //^ call Items.kt#load(String) -> Same.go(Item)
        load(1)[0].next()
        //^ call Items.kt#Item.next() -> Same.go(Item)
        //^ call Items.kt#load(Int,String) -> Same.go(Item)
        shared.next()
        //^ call Items.kt#Item.next() -> Same.go(Item)
        //^ use Items.kt#shared -> Same.go(Item)
        Registry.add(item)
        //^ call Items.kt#Registry.add(Item) -> Same.go(Item)
        //^ use Items.kt#Registry -> Same.go(Item)
        Registry.first().next()
        //^ call Items.kt#Item.next() -> Same.go(Item)
        //^ call Items.kt#Registry.first() -> Same.go(Item)
        //^ use Items.kt#Registry -> Same.go(Item)
    }
}
