package shop

class Money(val cents: Long) {
//^ class Money; field Money.cents
    fun half(): Money = Money(cents / 2)
    //^ method Money.half(); call Money -> Money.half()

    open class Coin {
    //^ class Money.Coin
        open fun spend() {}
        //^ method Money.Coin.spend()

        open class Rare : Coin() {
        //^ class Money.Coin.Rare; inherit Money.Coin -> Money.Coin.Rare
            fun keep() = spend()
            //^ method Money.Coin.Rare.keep(); call Money.Coin.spend() -> Money.Coin.Rare.keep()
        }
    }

    companion object {
    //^ class Money.Companion
        fun zero(): Money = Money(0)
        //^ method Money.Companion.zero(); call Money -> Money.Companion.zero()
    }
}
