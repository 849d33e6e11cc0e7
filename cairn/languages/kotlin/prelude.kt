// The built-in and common standard types and functions of Kotlin, as far as knowing them tells what an expression is or
// which overload suits a call. Never compiled; read like any other file.

package kotlin

open class Any { open fun equals(other: Any?): Boolean; open fun hashCode(): Int; open fun toString(): String }
class NoneType
class Nothing
class Unit
class With_<T>
interface CharSequence { val length: Int; fun get(index: Int): Char; fun subSequence(start: Int, end: Int): CharSequence }
interface Comparable<T> { fun compareTo(other: T): Int }
abstract class Number { fun toInt(): Int; fun toLong(): Long; fun toDouble(): Double; fun toFloat(): Float; fun toShort(): Short; fun toByte(): Byte }
class Int : Number(), Comparable<Int> {
  companion object {
    val MAX_VALUE: Int
    val MIN_VALUE: Int
  }
  fun toChar(): Char; fun plus(other: Int): Int; fun coerceAtLeast(min: Int): Int; fun coerceAtMost(max: Int): Int; fun coerceIn(min: Int, max: Int): Int }
class Long : Number(), Comparable<Long> {
  companion object {
    val MAX_VALUE: Long
    val MIN_VALUE: Long
  }
}
class Short : Number(), Comparable<Short>
class Byte : Number(), Comparable<Byte>
class Float : Number(), Comparable<Float>
class Double : Number(), Comparable<Double> { fun isNaN(): Boolean }
class UInt : Number()
class ULong : Number()
class Boolean : Comparable<Boolean> { fun not(): Boolean }
class Char : Comparable<Char> { fun isDigit(): Boolean; fun isLetter(): Boolean; fun isLetterOrDigit(): Boolean; fun isWhitespace(): Boolean; fun isUpperCase(): Boolean; fun isLowerCase(): Boolean; fun uppercaseChar(): Char; fun lowercaseChar(): Char; val code: Int; fun toInt(): Int }
class String : CharSequence, Comparable<String> {
  fun isEmpty(): Boolean; fun isBlank(): Boolean; fun isNotEmpty(): Boolean; fun isNotBlank(): Boolean
  fun trim(): String; fun trimStart(): String; fun trimEnd(): String; fun trimIndent(): String; fun trimMargin(prefix: String = "|"): String
  fun lowercase(): String; fun uppercase(): String; fun toLowerCase(): String; fun toUpperCase(): String; fun capitalize(): String; fun decapitalize(): String
  fun substring(start: Int, end: Int = 0): String; fun substringBefore(text: String, missing: String = ""): String; fun substringAfter(text: String, missing: String = ""): String; fun substringAfterLast(text: String, missing: String = ""): String; fun substringBeforeLast(text: String, missing: String = ""): String
  fun replace(old: String, fresh: String, ignoreCase: Boolean = false): String; fun removePrefix(text: CharSequence): String; fun removeSuffix(text: CharSequence): String; fun removeSurrounding(text: CharSequence): String
  fun split(vararg by: String, ignoreCase: Boolean = false, limit: Int = 0): List<String>; fun lines(): List<String>; fun lineSequence(): Sequence<String>
  fun startsWith(text: String, ignoreCase: Boolean = false): Boolean; fun endsWith(text: String, ignoreCase: Boolean = false): Boolean; fun contains(text: CharSequence, ignoreCase: Boolean = false): Boolean
  fun indexOf(text: String, from: Int = 0): Int; fun lastIndexOf(text: String, from: Int = 0): Int; fun padStart(width: Int, c: Char = ' '): String; fun padEnd(width: Int, c: Char = ' '): String; fun repeat(count: Int): String; fun reversed(): String
  fun toInt(): Int; fun toLong(): Long; fun toDouble(): Double; fun toFloat(): Float; fun toBoolean(): Boolean; fun toIntOrNull(): Int?; fun toLongOrNull(): Long?; fun toDoubleOrNull(): Double?; fun toByteArray(): ByteArray; fun toCharArray(): CharArray; fun toRegex(): Regex; fun encodeToByteArray(): ByteArray
  fun take(count: Int): String; fun drop(count: Int): String; fun dropLast(count: Int): String; fun takeLast(count: Int): String; fun first(): Char; fun last(): Char; fun format(vararg args: Any?): String; fun equals(other: String?, ignoreCase: Boolean): Boolean; fun ifEmpty(other: () -> String): String; fun ifBlank(other: () -> String): String
  fun filter(test: (Char) -> Boolean): String; fun any(test: (Char) -> Boolean): Boolean; fun all(test: (Char) -> Boolean): Boolean; fun forEach(action: (Char) -> Unit); fun <R> map(change: (Char) -> R): List<R>; fun toList(): List<Char>
}
class StringBuilder : CharSequence { fun append(value: Any?): StringBuilder; fun appendLine(value: Any?): StringBuilder; fun insert(at: Int, value: Any?): StringBuilder; fun clear(): StringBuilder; fun reverse(): StringBuilder; fun deleteAt(index: Int): StringBuilder; fun setLength(length: Int) }
class Regex(pattern: String) { fun matches(text: CharSequence): Boolean; fun find(text: CharSequence): MatchResult?; fun findAll(text: CharSequence): Sequence<MatchResult>; fun replace(text: CharSequence, by: String): String; fun containsMatchIn(text: CharSequence): Boolean; fun split(text: CharSequence): List<String>; fun matchEntire(text: CharSequence): MatchResult? }
class MatchResult { val value: String; val groupValues: List<String>; val range: IntRange }
open class Throwable { open val message: String?; open val cause: Throwable?; fun printStackTrace() }
open class Exception : Throwable()
open class Error : Throwable()
open class RuntimeException : Exception()
open class IllegalArgumentException : RuntimeException()
open class IllegalStateException : RuntimeException()
open class IndexOutOfBoundsException : RuntimeException()
open class NullPointerException : RuntimeException()
open class NumberFormatException : IllegalArgumentException()
open class UnsupportedOperationException : RuntimeException()
open class NoSuchElementException : RuntimeException()
open class ClassCastException : RuntimeException()
abstract class Enum<E> : Comparable<E> { val name: String; val ordinal: Int; fun values(): Array<E>; fun valueOf(name: String): E }
annotation class Deprecated
annotation class Suppress
annotation class JvmStatic
annotation class JvmField
annotation class JvmName
annotation class JvmOverloads
annotation class Throws

interface Iterator<T> { fun next(): T; fun hasNext(): Boolean }
interface Iterable<T> {
  fun iterator(): Iterator<T>
  fun <R> map(change: (T) -> R): List<R>
  fun <R> mapNotNull(change: (T) -> R?): List<R>
  fun <R> mapIndexed(change: (Int, T) -> R): List<R>
  fun <R> flatMap(change: (T) -> Iterable<R>): List<R>
  fun filter(test: (T) -> Boolean): List<T>
  fun filterNot(test: (T) -> Boolean): List<T>
  fun filterNotNull(): List<T>
  fun <R> filterIsInstance(): List<R>
  fun filterIndexed(test: (Int, T) -> Boolean): List<T>
  fun forEach(action: (T) -> Unit)
  fun forEachIndexed(action: (Int, T) -> Unit)
  fun onEach(action: (T) -> Unit): Iterable<T>
  fun first(): T
  fun first(test: (T) -> Boolean): T
  fun firstOrNull(): T?
  fun firstOrNull(test: (T) -> Boolean): T?
  fun <R> firstNotNullOf(change: (T) -> R?): R
  fun last(): T
  fun last(test: (T) -> Boolean): T
  fun lastOrNull(): T?
  fun lastOrNull(test: (T) -> Boolean): T?
  fun single(): T
  fun single(test: (T) -> Boolean): T
  fun singleOrNull(): T?
  fun singleOrNull(test: (T) -> Boolean): T?
  fun find(test: (T) -> Boolean): T?
  fun findLast(test: (T) -> Boolean): T?
  fun any(): Boolean
  fun any(test: (T) -> Boolean): Boolean
  fun all(test: (T) -> Boolean): Boolean
  fun none(): Boolean
  fun none(test: (T) -> Boolean): Boolean
  fun count(): Int
  fun count(test: (T) -> Boolean): Int
  fun take(count: Int): List<T>
  fun takeWhile(test: (T) -> Boolean): List<T>
  fun drop(count: Int): List<T>
  fun dropWhile(test: (T) -> Boolean): List<T>
  fun distinct(): List<T>
  fun <K> distinctBy(key: (T) -> K): List<T>
  fun reversed(): List<T>
  fun sorted(): List<T>
  fun <K> sortedBy(key: (T) -> K): List<T>
  fun <K> sortedByDescending(key: (T) -> K): List<T>
  fun sortedWith(order: Comparator<T>): List<T>
  fun <K> groupBy(key: (T) -> K): Map<K, List<T>>
  fun <K, V> groupBy(key: (T) -> K, value: (T) -> V): Map<K, List<V>>
  fun <K> associateBy(key: (T) -> K): Map<K, T>
  fun <V> associateWith(value: (T) -> V): Map<T, V>
  fun <K, V> associate(change: (T) -> Pair<K, V>): Map<K, V>
  fun partition(test: (T) -> Boolean): Pair<List<T>, List<T>>
  fun <R> fold(start: R, join: (R, T) -> R): R
  fun reduce(join: (T, T) -> T): T
  fun sumOf(key: (T) -> Int): Int
  fun <K> maxBy(key: (T) -> K): T
  fun <K> minBy(key: (T) -> K): T
  fun <K> maxByOrNull(key: (T) -> K): T?
  fun <K> minByOrNull(key: (T) -> K): T?
  fun <K> maxOf(key: (T) -> K): K
  fun max(): T
  fun min(): T
  fun maxOrNull(): T?
  fun minOrNull(): T?
  fun <U> zip(other: Iterable<U>): List<Pair<T, U>>
  fun chunked(size: Int): List<List<T>>
  fun windowed(size: Int): List<List<T>>
  fun joinToString(separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", change: ((T) -> CharSequence)? = null): String
  fun toList(): List<T>
  fun toMutableList(): MutableList<T>
  fun toSet(): Set<T>
  fun toMutableSet(): MutableSet<T>
  fun asSequence(): Sequence<T>
  fun withIndex(): Iterable<IndexedValue<T>>
  fun plus(other: Iterable<T>): List<T>
  fun minus(other: Iterable<T>): List<T>
  fun contains(item: T): Boolean
  fun indexOf(item: T): Int
  fun intersect(other: Iterable<T>): Set<T>
  fun union(other: Iterable<T>): Set<T>
}
class IndexedValue<T> { val index: Int; val value: T; fun component1(): Int; fun component2(): T }
interface Sequence<T> : Iterable<T> { fun <R> map(change: (T) -> R): Sequence<R>; fun filter(test: (T) -> Boolean): Sequence<T>; fun <R> flatMap(change: (T) -> Sequence<R>): Sequence<R>; fun <R> mapNotNull(change: (T) -> R?): Sequence<R>; fun take(count: Int): Sequence<T>; fun drop(count: Int): Sequence<T>; fun onEach(action: (T) -> Unit): Sequence<T> }
interface Collection<T> : Iterable<T> { val size: Int; fun isEmpty(): Boolean; fun isNotEmpty(): Boolean; fun containsAll(items: Collection<T>): Boolean; val indices: IntRange }
interface List<T> : Collection<T> { fun get(index: Int): T; fun getOrNull(index: Int): T?; fun getOrElse(index: Int, make: (Int) -> T): T; fun subList(start: Int, end: Int): List<T>; fun lastIndexOf(item: T): Int; fun indexOfFirst(test: (T) -> Boolean): Int; fun indexOfLast(test: (T) -> Boolean): Int; val lastIndex: Int; fun component1(): T; fun component2(): T; fun component3(): T; fun elementAt(index: Int): T; fun orEmpty(): List<T>; fun dropLast(count: Int): List<T>; fun takeLast(count: Int): List<T> }
interface MutableCollection<T> : Collection<T> { fun add(item: T): Boolean; fun addAll(items: Iterable<T>): Boolean; fun remove(item: T): Boolean; fun removeAll(items: Iterable<T>): Boolean; fun removeAll(test: (T) -> Boolean): Boolean; fun retainAll(test: (T) -> Boolean): Boolean; fun clear(); fun removeIf(test: (T) -> Boolean): Boolean }
interface MutableList<T> : List<T>, MutableCollection<T> { fun add(index: Int, item: T); fun set(index: Int, item: T): T; fun removeAt(index: Int): T; fun removeFirst(): T; fun removeLast(): T; fun removeLastOrNull(): T?; fun sort(); fun <K> sortBy(key: (T) -> K); fun shuffle(); fun reverse() }
class ArrayList<T> : MutableList<T>
class ArrayDeque<T> : MutableList<T> { fun addFirst(item: T); fun addLast(item: T) }
interface Set<T> : Collection<T>
interface MutableSet<T> : Set<T>, MutableCollection<T>
class HashSet<T> : MutableSet<T>
class LinkedHashSet<T> : MutableSet<T>
interface Map<K, V> : Iterable<Map.Entry<K, V>> {
  val size: Int
  val keys: Set<K>
  val values: Collection<V>
  val entries: Set<Map.Entry<K, V>>
  fun get(key: K): V?
  fun getValue(key: K): V
  fun getOrDefault(key: K, other: V): V
  fun getOrElse(key: K, make: () -> V): V
  fun containsKey(key: K): Boolean
  fun containsValue(value: V): Boolean
  fun isEmpty(): Boolean
  fun isNotEmpty(): Boolean
  fun <R> mapValues(change: (Map.Entry<K, V>) -> R): Map<K, R>
  fun <R> mapKeys(change: (Map.Entry<K, V>) -> R): Map<R, V>
  fun filterKeys(test: (K) -> Boolean): Map<K, V>
  fun filterValues(test: (V) -> Boolean): Map<K, V>
  fun filter(test: (Map.Entry<K, V>) -> Boolean): Map<K, V>
  fun toMutableMap(): MutableMap<K, V>
  fun toMap(): Map<K, V>
  fun toList(): List<Pair<K, V>>
  interface Entry<K, V> { val key: K; val value: V; fun component1(): K; fun component2(): V }
}
interface MutableMap<K, V> : Map<K, V> { fun put(key: K, value: V): V?; fun set(key: K, value: V); fun putAll(other: Map<K, V>); fun remove(key: K): V?; fun clear(); fun getOrPut(key: K, make: () -> V): V; fun putIfAbsent(key: K, value: V): V?; fun computeIfAbsent(key: K, make: (K) -> V): V }
class HashMap<K, V> : MutableMap<K, V>
class LinkedHashMap<K, V> : MutableMap<K, V>
class Array<T> : Iterable<T> { val size: Int; fun get(index: Int): T; fun set(index: Int, value: T); val indices: IntRange; val lastIndex: Int; fun isEmpty(): Boolean; fun getOrNull(index: Int): T?; fun copyOf(): Array<T>; fun fill(value: T) }
class IntArray : Iterable<Int> { val size: Int; fun get(index: Int): Int }
class LongArray : Iterable<Long> { val size: Int; fun get(index: Int): Long }
class DoubleArray : Iterable<Double> { val size: Int; fun get(index: Int): Double }
class BooleanArray : Iterable<Boolean> { val size: Int; fun get(index: Int): Boolean }
class ByteArray : Iterable<Byte> { val size: Int; fun get(index: Int): Byte; fun decodeToString(): String }
class CharArray : Iterable<Char> { val size: Int; fun get(index: Int): Char; fun concatToString(): String }
class IntRange : Iterable<Int> { val first: Int; val last: Int }
class Pair<A, B>(val first: A, val second: B) { fun component1(): A; fun component2(): B; fun toList(): List<A> }
class Triple<A, B, C>(val first: A, val second: B, val third: C) { fun component1(): A; fun component2(): B; fun component3(): C }
interface Comparator<T> { fun compare(a: T, b: T): Int }
interface Lazy<T> { val value: T; fun getValue(): T; fun isInitialized(): Boolean }
class Result<T> { fun getOrNull(): T?; fun getOrThrow(): T; fun getOrElse(make: (Throwable) -> T): T; fun getOrDefault(other: T): T; val isSuccess: Boolean; val isFailure: Boolean; fun exceptionOrNull(): Throwable?; fun <R> map(change: (T) -> R): Result<R>; fun onSuccess(action: (T) -> Unit): Result<T>; fun onFailure(action: (Throwable) -> Unit): Result<T> }
interface Runnable { fun run(): Unit }
interface AutoCloseable { fun close(): Unit }
interface Closeable : AutoCloseable

fun <T> listOf(vararg items: T): List<T>
fun <T> listOfNotNull(vararg items: T?): List<T>
fun <T> mutableListOf(vararg items: T): MutableList<T>
fun <T> arrayListOf(vararg items: T): ArrayList<T>
fun <T> emptyList(): List<T>
fun <T> setOf(vararg items: T): Set<T>
fun <T> mutableSetOf(vararg items: T): MutableSet<T>
fun <T> hashSetOf(vararg items: T): HashSet<T>
fun <T> emptySet(): Set<T>
fun <K, V> mapOf(vararg pairs: Pair<K, V>): Map<K, V>
fun <K, V> mutableMapOf(vararg pairs: Pair<K, V>): MutableMap<K, V>
fun <K, V> hashMapOf(vararg pairs: Pair<K, V>): HashMap<K, V>
fun <K, V> linkedMapOf(vararg pairs: Pair<K, V>): LinkedHashMap<K, V>
fun <K, V> emptyMap(): Map<K, V>
fun <T> arrayOf(vararg items: T): Array<T>
fun <T> arrayOfNulls(size: Int): Array<T>
fun intArrayOf(vararg items: Int): IntArray
fun <T> sequenceOf(vararg items: T): Sequence<T>
fun <T> generateSequence(seed: T, next: (T) -> T?): Sequence<T>
fun <T> buildList(make: MutableList<T>.() -> Unit): List<T>
fun <K, V> buildMap(make: MutableMap<K, V>.() -> Unit): Map<K, V>
fun buildString(make: StringBuilder.() -> Unit): String
fun <T> lazy(make: () -> T): Lazy<T>
fun <T> lazyOf(value: T): Lazy<T>
fun println(value: Any? = null)
fun print(value: Any?)
fun readLine(): String?
fun require(value: Boolean, message: () -> Any = {})
fun <T> requireNotNull(value: T?, message: () -> Any = {}): T
fun check(value: Boolean, message: () -> Any = {})
fun <T> checkNotNull(value: T?, message: () -> Any = {}): T
fun error(message: Any): Nothing
fun TODO(reason: String = ""): Nothing
fun repeat(times: Int, action: (Int) -> Unit)
fun <T> maxOf(a: T, b: T): T
fun <T> minOf(a: T, b: T): T
fun <T, R> with(receiver: T, block: T.() -> R): R
fun <R> run(block: () -> R): R
fun <R> runCatching(block: () -> R): Result<R>
fun <T, K> compareBy(key: (T) -> K): Comparator<T>
fun <T, K> compareByDescending(key: (T) -> K): Comparator<T>
fun <R> synchronized(lock: Any, block: () -> R): R
fun <R> measureTimeMillis(block: () -> R): Long
fun <T, R> T.let(block: (T) -> R): R
fun <T, R> T.run(block: T.() -> R): R
fun <T> T.apply(block: T.() -> Unit): T
fun <T> T.also(block: (T) -> Unit): T
fun <T> T.takeIf(test: (T) -> Boolean): T?
fun <T> T.takeUnless(test: (T) -> Boolean): T?
fun <T, R> T.use(block: (T) -> R): R
fun <T, R> T.runCatching(block: T.() -> R): Result<R>
fun <A, B> A.to(other: B): Pair<A, B>
fun Int.until(end: Int): IntRange
fun Int.downTo(end: Int): IntRange
fun String?.orEmpty(): String
fun String?.isNullOrEmpty(): Boolean
fun String?.isNullOrBlank(): Boolean
