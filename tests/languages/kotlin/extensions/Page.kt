package shop.ui

import shop.Money
//^ import Money.kt
import shop.ext.half
//^ import Ext.kt
import shop.ext.isZero
//^ import Ext.kt
import shop.ext.note
//^ import Ext.kt
import shop.ext.plusOne
//^ import Ext.kt
import shop.ext.pretty
//^ import Ext.kt

// check: definition call use import
const val LIMIT = 3
//^ field LIMIT

class Page(private val m: Money, val all: List<Money>) {
//^ class Page; field Page.m; field Page.all; use Money.kt#Money -> Page.m; use Money.kt#Money -> Page.all
    val title: String
    //^ field Page.title
        get() = name(1)
        //^ call Page.name(Int) -> Page.title
    val best
    //^ field Page.best
        get() = m
        //^ use Page.m -> Page.best

    fun draw(coin: Money.Coin): String {
    //^ method Page.draw(Money.Coin); use Money.kt#Money.Coin -> Page.draw(Money.Coin)
        m.note = "x"
        //^ use Ext.kt#Money.note -> Page.draw(Money.Coin); use Page.m -> Page.draw(Money.Coin)
        if (m.isZero) return Money.zero().pretty()
        //^ use Ext.kt#Money.isZero -> Page.draw(Money.Coin); use Page.m -> Page.draw(Money.Coin)
        //^ call Money.kt#Money.Companion.zero() -> Page.draw(Money.Coin); call Ext.kt#Money.pretty() -> Page.draw(Money.Coin)
        //^ use Money.kt#Money -> Page.draw(Money.Coin)
        best.pretty()
        //^ use Page.best -> Page.draw(Money.Coin); call Ext.kt#Money.pretty() -> Page.draw(Money.Coin)
        m.half.half().pretty()
        //^ use Page.m -> Page.draw(Money.Coin); use Ext.kt#Money.half -> Page.draw(Money.Coin)
        //^ call Money.kt#Money.half() -> Page.draw(Money.Coin); call Ext.kt#Money.pretty() -> Page.draw(Money.Coin)
        coin.spend()
        //^ call Money.kt#Money.Coin.spend() -> Page.draw(Money.Coin)
        Money.Coin.Rare().keep()
        //^ call Money.kt#Money.Coin.Rare -> Page.draw(Money.Coin); call Money.kt#Money.Coin.Rare.keep() -> Page.draw(Money.Coin)
        //^ use Money.kt#Money -> Page.draw(Money.Coin); use Money.kt#Money.Coin -> Page.draw(Money.Coin)
        return ""
    }

    fun hooks(): List<String> = all.map(Money::pretty)
    //^ method Page.hooks(); use Page.all -> Page.hooks(); use Ext.kt#Money.pretty() -> Page.hooks(); use Money.kt#Money -> Page.hooks()
    fun own(): List<Int> = listOf(1).map(this::twice)
    //^ method Page.own(); use Page.twice(Int) -> Page.own()
    fun twice(n: Int): Int = n * LIMIT
    //^ method Page.twice(Int); use LIMIT -> Page.twice(Int)
    fun name(n: Int): String = ""
    //^ method Page.name(Int)
    fun top(): List<Int> = listOf(1).map(::plusOne)
    //^ method Page.top(); use Ext.kt#plusOne(Int) -> Page.top()
    fun inner(): List<String> = listOf(1).map(::name)
    //^ method Page.inner(); use Page.name(Int) -> Page.inner()
    fun made(): Money = listOf(1L).map(::Money).first().half()
    //^ method Page.made(); use Money.kt#Money -> Page.made(); call Money.kt#Money.half() -> Page.made()
    fun properties() = all.map(Money::cents) + all.map(Money::isZero) + Money::class
    //^ method Page.properties(); use Page.all -> Page.properties(); use Money.kt#Money -> Page.properties()
    //^ use Money.kt#Money.cents -> Page.properties(); use Ext.kt#Money.isZero -> Page.properties()
    fun limits(n: Int = LIMIT, vararg more: Int) {
    //^ method Page.limits(Int,vararg Int); use LIMIT -> Page.limits(Int,vararg Int)
        for (i in 0..LIMIT) limits(*more)
        //^ use LIMIT -> Page.limits(Int,vararg Int); call Page.limits(Int,vararg Int) -> Page.limits(Int,vararg Int)
        when (n) { in 0..LIMIT -> all[LIMIT] }
        //^ use LIMIT -> Page.limits(Int,vararg Int); use Page.all -> Page.limits(Int,vararg Int)
        while (LIMIT in listOf(1)) (LIMIT as Any)
        //^ use LIMIT -> Page.limits(Int,vararg Int)
    }
}
