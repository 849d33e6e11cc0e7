// The standard types of Rust, as far as knowing them tells what a call or an element is. Never compiled; read like any other file.

pub use Option::*;
pub use Result::*;

pub struct Unit;
pub struct Tuple;
pub struct bool;
pub struct char;
pub struct i8;
pub struct i16;
pub struct i32;
pub struct i64;
pub struct i128;
pub struct isize;
pub struct u8;
pub struct u16;
pub struct u32;
pub struct u64;
pub struct u128;
pub struct usize;
pub struct f32;
pub struct f64;
pub struct OneOf<A, B>;

pub trait Send {}
pub trait Sync {}
pub trait Sized {}
pub trait Copy {}
pub trait Unpin {}
pub trait Drop { fn drop(&mut self); }
pub trait Eq {}
pub trait PartialEq<T> { fn eq(&self, other: &T) -> bool; fn ne(&self, other: &T) -> bool; }
pub trait PartialOrd<T> { fn partial_cmp(&self, other: &T) -> Option<Ordering>; fn lt(&self, other: &T) -> bool; fn le(&self, other: &T) -> bool; fn gt(&self, other: &T) -> bool; fn ge(&self, other: &T) -> bool; }
pub trait Ord { fn cmp(&self, other: &Self) -> Ordering; fn max(self, other: Self) -> Self; fn min(self, other: Self) -> Self; fn clamp(self, low: Self, high: Self) -> Self; }
pub trait Hash { fn hash(&self, state: &mut Hasher); }
pub trait Hasher { fn finish(&self) -> u64; fn write(&mut self, bytes: &[u8]); fn write_u8(&mut self, n: u8); fn write_u32(&mut self, n: u32); fn write_u64(&mut self, n: u64); fn write_usize(&mut self, n: usize); }
pub trait Debug { fn fmt(&self, f: &mut Formatter) -> AnyResult; }
pub trait Display { fn fmt(&self, f: &mut Formatter) -> AnyResult; fn to_string(&self) -> String; }
pub trait Clone { fn clone(&self) -> Self; fn clone_from(&mut self, source: &Self); }
pub trait Default { fn default() -> Self; }
pub trait ToOwned { fn to_owned(&self) -> Self; }
pub trait ToString { fn to_string(&self) -> String; }
pub trait From<T> { fn from(value: T) -> Self; }
pub trait Into<T> { fn into(self) -> T; }
pub trait TryFrom<T> { type Error; fn try_from(value: T) -> Result<Self, Self::Error>; }
pub trait TryInto<T> { fn try_into(self) -> Result<T, Any>; }
pub trait FromStr { type Err; fn from_str(text: &str) -> Result<Self, Self::Err>; }
pub trait AsRef<T> { fn as_ref(&self) -> &T; }
pub trait AsMut<T> { fn as_mut(&mut self) -> &mut T; }
pub trait Borrow<T> { fn borrow(&self) -> &T; }
pub trait Error { fn source(&self) -> Option<Box<dyn Error>>; fn description(&self) -> &str; }
pub trait Deref { type Target; fn deref(&self) -> &Self::Target; }
pub trait DerefMut { fn deref_mut(&mut self) -> &mut Self::Target; }
pub trait Index<I> { type Output; fn index(&self, index: I) -> &Self::Output; }
pub trait IndexMut<I> { fn index_mut(&mut self, index: I) -> &mut Self::Output; }
pub trait Add<R> { type Output; fn add(self, other: R) -> Self::Output; }
pub trait Future { type Output; }
pub struct TypeId;
pub trait Any {}
pub trait Read {}
pub trait Write { fn write_str(&mut self, text: &str) -> AnyResult; fn write_char(&mut self, c: char) -> AnyResult; }

// What every type has, unless it says otherwise.
pub trait Universal {
    fn clone(&self) -> Self;
    fn to_owned(&self) -> Self;
    fn borrow(&self) -> &Self;
    fn borrow_mut(&mut self) -> &mut Self;
    fn as_ref(&self) -> &Self;
    fn as_mut(&mut self) -> &mut Self;
    fn by_ref(&mut self) -> &mut Self;
    fn to_string(&self) -> String;
    fn into(self);
    fn try_into(self);
    fn hash(&self, state: &mut Hasher);
    fn fmt(&self, f: &mut Formatter) -> AnyResult;
    fn type_id(&self) -> TypeId;
    fn eq(&self, other: &Self) -> bool;
    fn ne(&self, other: &Self) -> bool;
    fn cmp(&self, other: &Self) -> Ordering;
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
}

pub enum Ordering { Less, Equal, Greater }
impl Ordering {
    fn reverse(self) -> Ordering;
    fn then(self, other: Ordering) -> Ordering;
    fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering;
    fn is_eq(self) -> bool;
}
pub struct Formatter;
impl Formatter {
    fn write_str(&mut self, text: &str) -> AnyResult;
    fn write_fmt(&mut self, args: Any) -> AnyResult;
    fn pad(&mut self, text: &str) -> AnyResult;
    fn write_char(&mut self, c: char) -> AnyResult;
    fn width(&self) -> Option<usize>;
    fn precision(&self) -> Option<usize>;
    fn fill(&self) -> char;
    fn pad_integral(&mut self, positive: bool, prefix: &str, text: &str) -> AnyResult;
    fn debug_struct(&mut self, name: &str) -> DebugBuilder;
    fn debug_tuple(&mut self, name: &str) -> DebugBuilder;
    fn debug_list(&mut self) -> DebugBuilder;
    fn debug_set(&mut self) -> DebugBuilder;
    fn debug_map(&mut self) -> DebugBuilder;
    fn alternate(&self) -> bool;
}
pub struct AnyResult;
impl AnyResult {
    fn is_ok(&self) -> bool;
    fn is_err(&self) -> bool;
    fn unwrap(self) -> Unit;
    fn expect(self, message: &str) -> Unit;
    fn and<T>(self, other: T) -> T;
    fn and_then<T, F: FnOnce(Unit) -> T>(self, f: F) -> T;
}
pub struct DebugBuilder;
impl DebugBuilder {
    fn field(&mut self, name: &str, value: &Any) -> &mut DebugBuilder;
    fn entry(&mut self, value: &Any) -> &mut DebugBuilder;
    fn entries<I>(&mut self, items: I) -> &mut DebugBuilder;
    fn key(&mut self, value: &Any) -> &mut DebugBuilder;
    fn value(&mut self, value: &Any) -> &mut DebugBuilder;
    fn finish(&mut self) -> AnyResult;
    fn finish_non_exhaustive(&mut self) -> AnyResult;
}

pub enum Option<T> { None, Some(T) }
impl<T> Option<T> {
    fn is_some(&self) -> bool;
    fn is_none(&self) -> bool;
    fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn as_ref(&self) -> Option<T>;
    fn as_mut(&mut self) -> Option<T>;
    fn as_deref(&self) -> Option<T>;
    fn as_deref_mut(&mut self) -> Option<T>;
    fn expect(self, message: &str) -> T;
    fn unwrap(self) -> T;
    fn unwrap_or(self, other: T) -> T;
    fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    fn inspect<F: FnOnce(T)>(self, f: F) -> Option<T>;
    fn map_or<U, F: FnOnce(T) -> U>(self, other: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, other: D, f: F) -> U;
    fn ok_or<E>(self, error: E) -> Result<T, E>;
    fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E>;
    fn iter(&self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
    fn and<U>(self, other: Option<U>) -> Option<U>;
    fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    fn filter<F: FnOnce(T) -> bool>(self, f: F) -> Option<T>;
    fn or(self, other: Option<T>) -> Option<T>;
    fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    fn xor(self, other: Option<T>) -> Option<T>;
    fn insert(&mut self, value: T) -> T;
    fn get_or_insert(&mut self, value: T) -> T;
    fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> T;
    fn take(&mut self) -> Option<T>;
    fn replace(&mut self, value: T) -> Option<T>;
    fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
    fn copied(self) -> Option<T>;
    fn cloned(self) -> Option<T>;
    fn flatten(self) -> T;
    fn transpose(self) -> Result<Option<T>, Any>;
}
impl<T> IntoIterator for Option<T> { type Item = T; }

pub enum Result<T, E> { Ok(T), Err(E) }
impl<T, E> Result<T, E> {
    fn is_ok(&self) -> bool;
    fn is_err(&self) -> bool;
    fn ok(self) -> Option<T>;
    fn err(self) -> Option<E>;
    fn as_ref(&self) -> Result<T, E>;
    fn as_mut(&mut self) -> Result<T, E>;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E>;
    fn map_or<U, F: FnOnce(T) -> U>(self, other: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, other: D, f: F) -> U;
    fn map_err<G, F: FnOnce(E) -> G>(self, f: F) -> Result<T, G>;
    fn and<U>(self, other: Result<U, E>) -> Result<U, E>;
    fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E>;
    fn or_else<G, F: FnOnce(E) -> Result<T, G>>(self, f: F) -> Result<T, G>;
    fn expect(self, message: &str) -> T;
    fn expect_err(self, message: &str) -> E;
    fn unwrap(self) -> T;
    fn unwrap_err(self) -> E;
    fn unwrap_or(self, other: T) -> T;
    fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T;
    fn iter(&self) -> Iter<T>;
    fn copied(self) -> Result<T, E>;
    fn cloned(self) -> Result<T, E>;
    fn transpose(self) -> Option<T>;
}
impl<T, E> IntoIterator for Result<T, E> { type Item = T; }

pub trait IntoIterator {
    type Item;
    type IntoIter;
    fn into_iter(self) -> OneOf<Self::IntoIter, Iter<Self::Item>>;
}
pub trait FromIterator<T> { fn from_iter<I>(items: I) -> Self; }
pub trait Extend<T> { fn extend<I>(&mut self, items: I); }

pub trait Iterator {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
    fn into_iter(self) -> Self;
    fn size_hint(&self) -> (usize, Option<usize>);
    fn count(self) -> usize;
    fn last(self) -> Option<Self::Item>;
    fn nth(&mut self, n: usize) -> Option<Self::Item>;
    fn step_by(self, step: usize) -> Iter<Self::Item>;
    fn chain<U>(self, other: U) -> Iter<Self::Item>;
    fn zip<U, I: IntoIterator<Item = U>>(self, other: I) -> Iter<(Self::Item, U)>;
    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Iter<B>;
    fn for_each<F: FnMut(Self::Item)>(self, f: F);
    fn filter<P: FnMut(Self::Item) -> bool>(self, p: P) -> Iter<Self::Item>;
    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> Iter<B>;
    fn enumerate(self) -> Iter<(usize, Self::Item)>;
    fn peekable(self) -> Peekable<Self::Item>;
    fn skip_while<P: FnMut(Self::Item) -> bool>(self, p: P) -> Iter<Self::Item>;
    fn take_while<P: FnMut(Self::Item) -> bool>(self, p: P) -> Iter<Self::Item>;
    fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, p: P) -> Iter<B>;
    fn skip(self, n: usize) -> Iter<Self::Item>;
    fn take(self, n: usize) -> Iter<Self::Item>;
    fn scan<S, B, F: FnMut(S, Self::Item) -> Option<B>>(self, state: S, f: F) -> Iter<B>;
    fn flat_map<B, U: IntoIterator<Item = B>, F: FnMut(Self::Item) -> U>(self, f: F) -> Iter<B>;
    fn flatten(self) -> Iter<Self::Item>;
    fn fuse(self) -> Iter<Self::Item>;
    fn inspect<F: FnMut(Self::Item)>(self, f: F) -> Iter<Self::Item>;
    fn by_ref(&mut self) -> &mut Self;
    fn collect<B>(self) -> OneOf<B, Vec<Self::Item>>;
    fn partition<B, F: FnMut(Self::Item) -> bool>(self, f: F) -> (OneOf<B, Vec<Self::Item>>, OneOf<B, Vec<Self::Item>>);
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, start: B, f: F) -> B;
    fn try_fold<B, R, F: FnMut(B, Self::Item) -> R>(&mut self, start: B, f: F) -> R;
    fn try_for_each<R, F: FnMut(Self::Item) -> R>(&mut self, f: F) -> R;
    fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>;
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool;
    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool;
    fn find<P: FnMut(Self::Item) -> bool>(&mut self, p: P) -> Option<Self::Item>;
    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>;
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, p: P) -> Option<usize>;
    fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, p: P) -> Option<usize>;
    fn max(self) -> Option<Self::Item>;
    fn min(self) -> Option<Self::Item>;
    fn max_by_key<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Option<Self::Item>;
    fn max_by<F: FnMut(Self::Item, Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>;
    fn min_by_key<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Option<Self::Item>;
    fn min_by<F: FnMut(Self::Item, Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>;
    fn rev(self) -> Iter<Self::Item>;
    fn unzip<A, B>(self) -> (Any, Any);
    fn copied(self) -> Iter<Self::Item>;
    fn cloned(self) -> Iter<Self::Item>;
    fn cycle(self) -> Iter<Self::Item>;
    fn sum<S>(self) -> OneOf<S, Self::Item>;
    fn product<S>(self) -> OneOf<S, Self::Item>;
    fn cmp<I>(self, other: I) -> Ordering;
    fn eq<I>(self, other: I) -> bool;
    fn lt<I>(self, other: I) -> bool;
}
pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;
    fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, start: B, f: F) -> B;
    fn rfind<P: FnMut(Self::Item) -> bool>(&mut self, p: P) -> Option<Self::Item>;
    fn nth_back(&mut self, n: usize) -> Option<Self::Item>;
}
pub trait ExactSizeIterator: Iterator { fn len(&self) -> usize; }
pub trait FusedIterator: Iterator {}
pub trait Sum {}
pub trait Product {}

pub struct Iter<T>;
impl<T> Iterator for Iter<T> { type Item = T; }
impl<T> DoubleEndedIterator for Iter<T> {}
impl<T> Iter<T> {
    fn len(&self) -> usize;
    fn as_str(&self) -> &str;
    fn as_slice(&self) -> Slice<T>;
}
pub struct Peekable<T>;
impl<T> Iterator for Peekable<T> { type Item = T; }
impl<T> Peekable<T> {
    fn peek(&mut self) -> Option<T>;
    fn peek_mut(&mut self) -> Option<T>;
    fn next_if<F: FnOnce(T) -> bool>(&mut self, f: F) -> Option<T>;
    fn next_if_eq(&mut self, value: &T) -> Option<T>;
}
pub struct Range<T> { start: T, end: T }
impl<T> Iterator for Range<T> { type Item = T; }
impl<T> DoubleEndedIterator for Range<T> {}
impl<T> Range<T> {
    fn contains(&self, item: &T) -> bool;
    fn is_empty(&self) -> bool;
    fn len(&self) -> usize;
}
pub fn once<T>(value: T) -> Iter<T>;
pub fn repeat<T>(value: T) -> Iter<T>;
pub fn empty<T>() -> Iter<T>;
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> Iter<T>;
pub fn successors<T, F: FnMut(T) -> Option<T>>(first: Option<T>, f: F) -> Iter<T>;
pub fn swap<T>(a: &mut T, b: &mut T);
pub fn replace<T>(dest: &mut T, value: T) -> T;
pub fn take<T>(dest: &mut T) -> T;
pub fn drop<T>(value: T);
pub fn min<T>(a: T, b: T) -> T;
pub fn max<T>(a: T, b: T) -> T;
pub fn size_of<T>() -> usize;

pub struct Slice<T>;
impl<T> IntoIterator for Slice<T> { type Item = T; }
impl<T> Slice<T> {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn index(&self, index: usize) -> T;
    fn first(&self) -> Option<T>;
    fn first_mut(&mut self) -> Option<T>;
    fn last(&self) -> Option<T>;
    fn last_mut(&mut self) -> Option<T>;
    fn split_first(&self) -> Option<(T, Slice<T>)>;
    fn split_last(&self) -> Option<(T, Slice<T>)>;
    fn split_first_mut(&mut self) -> Option<(T, Slice<T>)>;
    fn split_last_mut(&mut self) -> Option<(T, Slice<T>)>;
    fn get(&self, index: usize) -> Option<T>;
    fn get_mut(&mut self, index: usize) -> Option<T>;
    fn get_unchecked(&self, index: usize) -> T;
    fn get_unchecked_mut(&mut self, index: usize) -> T;
    fn as_ptr(&self) -> &T;
    fn as_mut_ptr(&mut self) -> &T;
    fn swap(&mut self, a: usize, b: usize);
    fn reverse(&mut self);
    fn iter(&self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn windows(&self, size: usize) -> Iter<Slice<T>>;
    fn chunks(&self, size: usize) -> Iter<Slice<T>>;
    fn chunks_exact(&self, size: usize) -> Iter<Slice<T>>;
    fn chunks_mut(&mut self, size: usize) -> Iter<Slice<T>>;
    fn split_at(&self, mid: usize) -> (Slice<T>, Slice<T>);
    fn split_at_mut(&mut self, mid: usize) -> (Slice<T>, Slice<T>);
    fn split<F: FnMut(T) -> bool>(&self, f: F) -> Iter<Slice<T>>;
    fn contains(&self, value: &T) -> bool;
    fn starts_with(&self, needle: &[T]) -> bool;
    fn ends_with(&self, needle: &[T]) -> bool;
    fn binary_search(&self, value: &T) -> Result<usize, usize>;
    fn binary_search_by<F: FnMut(T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
    fn binary_search_by_key<B, F: FnMut(T) -> B>(&self, key: &B, f: F) -> Result<usize, usize>;
    fn partition_point<F: FnMut(T) -> bool>(&self, f: F) -> usize;
    fn sort(&mut self);
    fn sort_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn sort_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn sort_unstable(&mut self);
    fn sort_unstable_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn sort_unstable_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn rotate_left(&mut self, n: usize);
    fn fill(&mut self, value: T);
    fn copy_from_slice(&mut self, other: &[T]);
    fn clone_from_slice(&mut self, other: &[T]);
    fn to_vec(&self) -> Vec<T>;
    fn to_owned(&self) -> Vec<T>;
    fn into_boxed_slice(self) -> Slice<T>;
    fn concat(&self) -> T;
    fn join(&self, separator: &str) -> String;
    fn as_slice(&self) -> Slice<T>;
    fn as_ref(&self) -> Slice<T>;
    fn map<U, F: FnMut(T) -> U>(self, f: F) -> Slice<U>;
}
pub struct Vec<T>;
impl<T> Deref for Vec<T> { type Target = Slice<T>; }
impl<T> IntoIterator for Vec<T> { type Item = T; }
impl<T> Vec<T> {
    fn new() -> Vec<T>;
    fn with_capacity(capacity: usize) -> Vec<T>;
    fn from<I: IntoIterator<Item = T>>(items: I) -> Vec<T>;
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Vec<T>;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn insert(&mut self, index: usize, value: T);
    fn remove(&mut self, index: usize) -> T;
    fn swap_remove(&mut self, index: usize) -> T;
    fn truncate(&mut self, len: usize);
    fn clear(&mut self);
    fn reserve(&mut self, n: usize);
    fn capacity(&self) -> usize;
    fn append(&mut self, other: &mut Vec<T>);
    fn extend<I>(&mut self, items: I);
    fn extend_from_slice(&mut self, items: &[T]);
    fn drain<R>(&mut self, range: R) -> Iter<T>;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn dedup(&mut self);
    fn dedup_by<F: FnMut(T, T) -> bool>(&mut self, f: F);
    fn dedup_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn split_off(&mut self, at: usize) -> Vec<T>;
    fn resize(&mut self, len: usize, value: T);
    fn shrink_to_fit(&mut self);
    fn as_slice(&self) -> Slice<T>;
    fn as_mut_slice(&mut self) -> Slice<T>;
    fn into_iter(self) -> Iter<T>;
    fn into_boxed_slice(self) -> Slice<T>;
    fn clone(&self) -> Vec<T>;
}
pub struct VecDeque<T>;
impl<T> IntoIterator for VecDeque<T> { type Item = T; }
impl<T> VecDeque<T> {
    fn new() -> VecDeque<T>;
    fn with_capacity(capacity: usize) -> VecDeque<T>;
    fn push_back(&mut self, value: T);
    fn push_front(&mut self, value: T);
    fn pop_back(&mut self) -> Option<T>;
    fn pop_front(&mut self) -> Option<T>;
    fn front(&self) -> Option<T>;
    fn front_mut(&mut self) -> Option<T>;
    fn back(&self) -> Option<T>;
    fn back_mut(&mut self) -> Option<T>;
    fn get(&self, index: usize) -> Option<T>;
    fn get_mut(&mut self, index: usize) -> Option<T>;
    fn index(&self, index: usize) -> T;
    fn iter(&self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
    fn drain<R>(&mut self, range: R) -> Iter<T>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn clear(&mut self);
    fn extend<I>(&mut self, items: I);
}
pub struct BinaryHeap<T>;
impl<T> IntoIterator for BinaryHeap<T> { type Item = T; }
impl<T> BinaryHeap<T> {
    fn new() -> BinaryHeap<T>;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn peek(&self) -> Option<T>;
    fn iter(&self) -> Iter<T>;
    fn into_sorted_vec(self) -> Vec<T>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
}

pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
impl<K, V> Entry<K, V> {
    fn or_insert(self, value: V) -> V;
    fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> V;
    fn or_default(self) -> V;
    fn and_modify<F: FnOnce(V)>(self, f: F) -> Entry<K, V>;
    fn key(&self) -> K;
}
pub struct OccupiedEntry<K, V>;
impl<K, V> OccupiedEntry<K, V> {
    fn get(&self) -> V;
    fn get_mut(&mut self) -> V;
    fn into_mut(self) -> V;
    fn insert(&mut self, value: V) -> V;
    fn remove(self) -> V;
    fn key(&self) -> K;
}
pub struct VacantEntry<K, V>;
impl<K, V> VacantEntry<K, V> {
    fn insert(self, value: V) -> V;
    fn key(&self) -> K;
}
pub struct HashMap<K, V>;
impl<K, V> IntoIterator for HashMap<K, V> { type Item = (K, V); }
impl<K, V> HashMap<K, V> {
    fn new() -> HashMap<K, V>;
    fn with_capacity(capacity: usize) -> HashMap<K, V>;
    fn default() -> HashMap<K, V>;
    fn get(&self, key: &K) -> Option<V>;
    fn get_mut(&mut self, key: &K) -> Option<V>;
    fn get_key_value(&self, key: &K) -> Option<(K, V)>;
    fn index(&self, key: &K) -> V;
    fn contains_key(&self, key: &K) -> bool;
    fn insert(&mut self, key: K, value: V) -> Option<V>;
    fn remove(&mut self, key: &K) -> Option<V>;
    fn remove_entry(&mut self, key: &K) -> Option<(K, V)>;
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn keys(&self) -> Iter<K>;
    fn into_keys(self) -> Iter<K>;
    fn values(&self) -> Iter<V>;
    fn values_mut(&mut self) -> Iter<V>;
    fn into_values(self) -> Iter<V>;
    fn iter(&self) -> Iter<(K, V)>;
    fn iter_mut(&mut self) -> Iter<(K, V)>;
    fn into_iter(self) -> Iter<(K, V)>;
    fn drain(&mut self) -> Iter<(K, V)>;
    fn retain<F: FnMut(K, V) -> bool>(&mut self, f: F);
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn clear(&mut self);
    fn extend<I>(&mut self, items: I);
}
pub struct BTreeMap<K, V>;
impl<K, V> Deref for BTreeMap<K, V> { type Target = HashMap<K, V>; }
impl<K, V> BTreeMap<K, V> {
    fn new() -> BTreeMap<K, V>;
    fn first_key_value(&self) -> Option<(K, V)>;
    fn last_key_value(&self) -> Option<(K, V)>;
    fn pop_first(&mut self) -> Option<(K, V)>;
    fn pop_last(&mut self) -> Option<(K, V)>;
    fn range<R>(&self, range: R) -> Iter<(K, V)>;
    fn range_mut<R>(&mut self, range: R) -> Iter<(K, V)>;
}
pub struct HashSet<T>;
impl<T> IntoIterator for HashSet<T> { type Item = T; }
impl<T> HashSet<T> {
    fn new() -> HashSet<T>;
    fn with_capacity(capacity: usize) -> HashSet<T>;
    fn contains(&self, value: &T) -> bool;
    fn get(&self, value: &T) -> Option<T>;
    fn take(&mut self, value: &T) -> Option<T>;
    fn insert(&mut self, value: T) -> bool;
    fn remove(&mut self, value: &T) -> bool;
    fn iter(&self) -> Iter<T>;
    fn drain(&mut self) -> Iter<T>;
    fn union(&self, other: &HashSet<T>) -> Iter<T>;
    fn intersection(&self, other: &HashSet<T>) -> Iter<T>;
    fn difference(&self, other: &HashSet<T>) -> Iter<T>;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn clear(&mut self);
    fn extend<I>(&mut self, items: I);
}
pub struct BTreeSet<T>;
impl<T> Deref for BTreeSet<T> { type Target = HashSet<T>; }
impl<T> BTreeSet<T> {
    fn new() -> BTreeSet<T>;
    fn first(&self) -> Option<T>;
    fn last(&self) -> Option<T>;
    fn range<R>(&self, range: R) -> Iter<T>;
}

pub struct str;
impl str {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn as_bytes(&self) -> &[u8];
    fn as_str(&self) -> &str;
    fn as_ref(&self) -> &str;
    fn bytes(&self) -> Iter<u8>;
    fn chars(&self) -> Iter<char>;
    fn char_indices(&self) -> Iter<(usize, char)>;
    fn lines(&self) -> Iter<str>;
    fn split<P>(&self, p: P) -> Iter<str>;
    fn rsplit<P>(&self, p: P) -> Iter<str>;
    fn splitn<P>(&self, n: usize, p: P) -> Iter<str>;
    fn rsplitn<P>(&self, n: usize, p: P) -> Iter<str>;
    fn split_terminator<P>(&self, p: P) -> Iter<str>;
    fn split_whitespace(&self) -> Iter<str>;
    fn split_once<P>(&self, p: P) -> Option<(str, str)>;
    fn rsplit_once<P>(&self, p: P) -> Option<(str, str)>;
    fn split_at(&self, mid: usize) -> (str, str);
    fn find<P>(&self, p: P) -> Option<usize>;
    fn rfind<P>(&self, p: P) -> Option<usize>;
    fn contains<P>(&self, p: P) -> bool;
    fn starts_with<P>(&self, p: P) -> bool;
    fn ends_with<P>(&self, p: P) -> bool;
    fn matches<P>(&self, p: P) -> Iter<str>;
    fn strip_prefix<P>(&self, p: P) -> Option<str>;
    fn strip_suffix<P>(&self, p: P) -> Option<str>;
    fn get<R>(&self, range: R) -> Option<str>;
    fn trim(&self) -> &str;
    fn trim_start(&self) -> &str;
    fn trim_end(&self) -> &str;
    fn trim_matches<P>(&self, p: P) -> &str;
    fn trim_start_matches<P>(&self, p: P) -> &str;
    fn trim_end_matches<P>(&self, p: P) -> &str;
    fn replace<P>(&self, p: P, to: &str) -> String;
    fn to_lowercase(&self) -> String;
    fn to_uppercase(&self) -> String;
    fn to_ascii_lowercase(&self) -> String;
    fn to_ascii_uppercase(&self) -> String;
    fn eq_ignore_ascii_case(&self, other: &str) -> bool;
    fn repeat(&self, n: usize) -> String;
    fn parse<F>(&self) -> Result<F, Any>;
    fn to_string(&self) -> String;
    fn to_owned(&self) -> String;
    fn into_string(self) -> String;
    fn is_char_boundary(&self, index: usize) -> bool;
}
pub struct String;
impl Deref for String { type Target = str; }
impl String {
    fn new() -> String;
    fn with_capacity(capacity: usize) -> String;
    fn from<T>(value: T) -> String;
    fn from_utf8(bytes: Vec<u8>) -> Result<String, Any>;
    fn from_utf8_lossy(bytes: &[u8]) -> Cow<str>;
    fn push(&mut self, c: char);
    fn push_str(&mut self, text: &str);
    fn write_str(&mut self, text: &str) -> AnyResult;
    fn write_char(&mut self, c: char) -> AnyResult;
    fn pop(&mut self) -> Option<char>;
    fn remove(&mut self, index: usize) -> char;
    fn insert(&mut self, index: usize, c: char);
    fn insert_str(&mut self, index: usize, text: &str);
    fn truncate(&mut self, len: usize);
    fn clear(&mut self);
    fn capacity(&self) -> usize;
    fn reserve(&mut self, n: usize);
    fn extend<I>(&mut self, items: I);
    fn drain<R>(&mut self, range: R) -> Iter<char>;
    fn into_bytes(self) -> Vec<u8>;
    fn into_boxed_str(self) -> Box<str>;
    fn clone(&self) -> String;
}
impl char {
    fn len_utf8(self) -> usize;
    fn is_alphabetic(self) -> bool;
    fn is_numeric(self) -> bool;
    fn is_alphanumeric(self) -> bool;
    fn is_whitespace(self) -> bool;
    fn is_ascii(&self) -> bool;
    fn is_ascii_digit(&self) -> bool;
    fn is_ascii_alphanumeric(&self) -> bool;
    fn is_ascii_alphabetic(&self) -> bool;
    fn is_digit(self, radix: u32) -> bool;
    fn to_digit(self, radix: u32) -> Option<u32>;
    fn to_ascii_lowercase(&self) -> char;
    fn to_ascii_uppercase(&self) -> char;
    fn to_lowercase(self) -> Iter<char>;
    fn to_uppercase(self) -> Iter<char>;
    fn from_u32(n: u32) -> Option<char>;
    fn from_digit(n: u32, radix: u32) -> Option<char>;
    fn encode_utf8(self, buffer: &mut [u8]) -> &str;
}

pub struct Box<T>;
impl<T> Deref for Box<T> { type Target = T; }
impl<T> Box<T> {
    fn new(value: T) -> Box<T>;
    fn pin(value: T) -> Box<T>;
    fn from(value: T) -> Box<T>;
    fn leak(value: Box<T>) -> T;
    fn into_raw(value: Box<T>) -> T;
    fn from_raw(value: T) -> Box<T>;
}
pub struct Rc<T>;
impl<T> Deref for Rc<T> { type Target = T; }
impl<T> Rc<T> {
    fn new(value: T) -> Rc<T>;
    fn from(value: T) -> Rc<T>;
    fn clone(value: &Rc<T>) -> Rc<T>;
    fn downgrade(value: &Rc<T>) -> Weak<T>;
    fn ptr_eq(a: &Rc<T>, b: &Rc<T>) -> bool;
    fn strong_count(value: &Rc<T>) -> usize;
    fn try_unwrap(value: Rc<T>) -> Result<T, Rc<T>>;
    fn get_mut(value: &mut Rc<T>) -> Option<T>;
    fn make_mut(value: &mut Rc<T>) -> T;
}
pub struct Arc<T>;
impl<T> Deref for Arc<T> { type Target = T; }
impl<T> Arc<T> {
    fn new(value: T) -> Arc<T>;
    fn from(value: T) -> Arc<T>;
    fn clone(value: &Arc<T>) -> Arc<T>;
    fn downgrade(value: &Arc<T>) -> Weak<T>;
    fn ptr_eq(a: &Arc<T>, b: &Arc<T>) -> bool;
    fn strong_count(value: &Arc<T>) -> usize;
    fn try_unwrap(value: Arc<T>) -> Result<T, Arc<T>>;
    fn get_mut(value: &mut Arc<T>) -> Option<T>;
    fn make_mut(value: &mut Arc<T>) -> T;
}
pub struct Weak<T>;
impl<T> Weak<T> {
    fn new() -> Weak<T>;
    fn upgrade(&self) -> Option<Rc<T>>;
}
pub enum Cow<T> { Borrowed(T), Owned(T) }
impl<T> Deref for Cow<T> { type Target = T; }
impl<T> Cow<T> {
    fn into_owned(self) -> T;
    fn to_mut(&mut self) -> T;
}
pub struct Cell<T>;
impl<T> Cell<T> {
    fn new(value: T) -> Cell<T>;
    fn get(&self) -> T;
    fn set(&self, value: T);
    fn replace(&self, value: T) -> T;
    fn take(&self) -> T;
    fn get_mut(&mut self) -> T;
    fn into_inner(self) -> T;
}
pub struct RefCell<T>;
impl<T> RefCell<T> {
    fn new(value: T) -> RefCell<T>;
    fn borrow(&self) -> Ref<T>;
    fn borrow_mut(&self) -> Ref<T>;
    fn try_borrow(&self) -> Result<Ref<T>, Any>;
    fn try_borrow_mut(&self) -> Result<Ref<T>, Any>;
    fn replace(&self, value: T) -> T;
    fn take(&self) -> T;
    fn get_mut(&mut self) -> T;
    fn into_inner(self) -> T;
}
pub struct UnsafeCell<T>;
impl<T> UnsafeCell<T> {
    fn new(value: T) -> UnsafeCell<T>;
    fn get(&self) -> T;
    fn get_mut(&mut self) -> T;
    fn into_inner(self) -> T;
}
pub struct Ref<T>;
impl<T> Deref for Ref<T> { type Target = T; }
pub type RefMut<T> = Ref<T>;
pub struct MutexGuard<T>;
impl<T> Deref for MutexGuard<T> { type Target = T; }
pub struct Mutex<T>;
impl<T> Mutex<T> {
    fn new(value: T) -> Mutex<T>;
    fn lock(&self) -> Result<MutexGuard<T>, Any>;
    fn try_lock(&self) -> Result<MutexGuard<T>, Any>;
    fn get_mut(&mut self) -> Result<T, Any>;
    fn into_inner(self) -> Result<T, Any>;
}
pub struct RwLock<T>;
impl<T> RwLock<T> {
    fn new(value: T) -> RwLock<T>;
    fn read(&self) -> Result<MutexGuard<T>, Any>;
    fn write(&self) -> Result<MutexGuard<T>, Any>;
    fn get_mut(&mut self) -> Result<T, Any>;
    fn into_inner(self) -> Result<T, Any>;
}
pub struct OnceCell<T>;
impl<T> OnceCell<T> {
    fn new() -> OnceCell<T>;
    fn get(&self) -> Option<T>;
    fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> T;
    fn set(&self, value: T) -> Result<Unit, T>;
}
pub type OnceLock<T> = OnceCell<T>;
pub struct Pin<T>;
impl<T> Deref for Pin<T> { type Target = T; }
impl<T> Pin<T> {
    fn new(value: T) -> Pin<T>;
    fn new_unchecked(value: T) -> Pin<T>;
    fn as_mut(&mut self) -> Pin<T>;
    fn as_ref(&self) -> Pin<T>;
    fn get_mut(self) -> T;
    fn get_ref(self) -> T;
    fn get_unchecked_mut(self) -> T;
    fn set(&mut self, value: T);
}
pub struct ManuallyDrop<T>;
impl<T> Deref for ManuallyDrop<T> { type Target = T; }
impl<T> ManuallyDrop<T> { fn new(value: T) -> ManuallyDrop<T>; fn into_inner(value: ManuallyDrop<T>) -> T; }
pub struct MaybeUninit<T>;
impl<T> MaybeUninit<T> { fn uninit() -> MaybeUninit<T>; fn new(value: T) -> MaybeUninit<T>; fn assume_init(self) -> T; fn as_mut_ptr(&mut self) -> T; fn as_ptr(&self) -> T; }
pub struct NonNull<T>;
impl<T> NonNull<T> {
    fn new(value: T) -> Option<NonNull<T>>;
    fn new_unchecked(value: T) -> NonNull<T>;
    fn from(value: T) -> NonNull<T>;
    fn as_ref(&self) -> T;
    fn as_mut(&mut self) -> T;
    fn as_ptr(self) -> T;
    fn cast<U>(self) -> NonNull<U>;
}
pub enum Poll<T> { Ready(T), Pending }
impl<T> Poll<T> {
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>;
    fn is_ready(&self) -> bool;
    fn is_pending(&self) -> bool;
}
pub struct PhantomData<T>;
pub struct Wrapping<T>(T);
pub struct Reverse<T>(T);
