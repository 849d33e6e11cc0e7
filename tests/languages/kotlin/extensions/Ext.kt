package shop.ext

import shop.Money
//^ import Money.kt

// check: definition call use import
val Money.isZero: Boolean get() = cents == 0L
//^ field Money.isZero; use Money.kt#Money -> Money.isZero; use Money.kt#Money.cents -> Money.isZero
var Money.note: String
//^ field Money.note; use Money.kt#Money -> Money.note
    get() = describe(this)
    //^ call describe(Money) -> Money.note
    set(v) { describe(this) }
    //^ call describe(Money) -> Money.note
val Money.half get() = Money(1)
//^ field Money.half; use Money.kt#Money -> Money.half; call Money.kt#Money -> Money.half
val <T : Money> List<T>.first2: T get() = this[0]
//^ field List.first2; use Money.kt#Money -> List.first2

fun Money.pretty(): String = describe(this)
//^ method Money.pretty(); use Money.kt#Money -> Money.pretty(); call describe(Money) -> Money.pretty()
fun describe(money: Money): String = ""
//^ function describe(Money); use Money.kt#Money -> describe(Money)
fun plusOne(n: Int): Int = n + 1
//^ function plusOne(Int)
