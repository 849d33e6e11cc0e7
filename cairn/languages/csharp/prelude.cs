// The built-in and common standard types of C#, as far as knowing them tells what an expression is or which overload
// suits a call. Never compiled; read like any other file.

public class Object { public virtual bool Equals(object other); public virtual int GetHashCode(); public virtual string ToString(); public Type GetType(); public static bool ReferenceEquals(object a, object b); protected object MemberwiseClone(); }
public sealed class Void_ { }
public sealed class NoneType { }
public class Array_<T> : IList<T> { public int Length { get; } public int Rank { get; } public object Clone(); public int GetLength(int dimension); }
public class Array : Object { public static void Sort<T>(T[] items); public static int IndexOf<T>(T[] items, T item); public static T[] Empty<T>(); public static void Copy(Array source, Array target, int length); public static void Resize<T>(ref T[] items, int size); public static T Find<T>(T[] items, Predicate<T> test); }
public class ValueType : Object { }
public struct Boolean : IComparable<bool> { public static bool Parse(string text); public static bool TryParse(string text, out bool value); }
public struct Char : IComparable<char> { public static bool IsDigit(char c); public static bool IsLetter(char c); public static bool IsLetterOrDigit(char c); public static bool IsWhiteSpace(char c); public static bool IsUpper(char c); public static bool IsLower(char c); public static char ToUpper(char c); public static char ToLower(char c); public static char ToUpperInvariant(char c); public static char ToLowerInvariant(char c); }
public struct Byte : IComparable<byte> { public static byte Parse(string text); public const byte MaxValue; }
public struct SByte : IComparable<sbyte> { }
public struct Int16 : IComparable<short> { }
public struct UInt16 : IComparable<ushort> { }
public struct Int32 : IComparable<int> { public static int Parse(string text); public static bool TryParse(string text, out int value); public const int MaxValue; public const int MinValue; public int CompareTo(int other); public string ToString(string format); }
public struct UInt32 : IComparable<uint> { public const uint MaxValue; }
public struct Int64 : IComparable<long> { public static long Parse(string text); public const long MaxValue; public const long MinValue; }
public struct UInt64 : IComparable<ulong> { }
public struct Single : IComparable<float> { public const float MaxValue; public const float MinValue; public const float NaN; }
public struct Double : IComparable<double> { public static double Parse(string text); public const double MaxValue; public const double NaN; public static bool IsNaN(double value); }
public struct Decimal : IComparable<decimal> { public static decimal Parse(string text); }
public interface IComparable { int CompareTo(object other); }
public interface IComparable<T> { int CompareTo(T other); }
public interface IEquatable<T> { bool Equals(T other); }
public interface IDisposable { void Dispose(); }
public interface ICloneable { object Clone(); }
public interface IFormattable { }
public sealed class Func<R> { }
public sealed class Action { }
public sealed class Predicate<T> { }
public sealed class Comparison<T> { }
public delegate void EventHandler(object sender, EventArgs e);
public class EventArgs : Object { public static readonly EventArgs Empty; }
public struct Nullable<T> { public bool HasValue { get; } public T Value { get; } }
public class ValueTuple { }
public class Tuple { }
public sealed class String : Object, IComparable<string>, IEnumerable<char> {
  public static readonly string Empty;
  public int Length { get; }
  public char this[int index] { get; }
  public static string Format(string format, params object[] args);
  public static string Join(string separator, params object[] items);
  public static string Join<T>(string separator, IEnumerable<T> items);
  public static string Concat(params object[] items);
  public static bool IsNullOrEmpty(string text);
  public static bool IsNullOrWhiteSpace(string text);
  public static bool Equals(string a, string b, StringComparison how);
  public static int Compare(string a, string b);
  public bool Equals(string other);
  public bool Equals(string other, StringComparison how);
  public bool Contains(string text);
  public bool Contains(char c);
  public bool StartsWith(string text);
  public bool StartsWith(string text, StringComparison how);
  public bool EndsWith(string text);
  public bool EndsWith(string text, StringComparison how);
  public int IndexOf(string text);
  public int IndexOf(char c);
  public int LastIndexOf(char c);
  public string Substring(int start);
  public string Substring(int start, int length);
  public string[] Split(params char[] separators);
  public string[] Split(string separator);
  public string Replace(string old, string fresh);
  public string Replace(char old, char fresh);
  public string Trim();
  public string TrimStart(params char[] chars);
  public string TrimEnd(params char[] chars);
  public string ToLower();
  public string ToUpper();
  public string ToLowerInvariant();
  public string ToUpperInvariant();
  public string PadLeft(int width);
  public string PadRight(int width);
  public string Insert(int at, string text);
  public string Remove(int start);
  public string Remove(int start, int count);
  public char[] ToCharArray();
  public int CompareTo(string other);
}
public enum StringComparison { Ordinal, OrdinalIgnoreCase, CurrentCulture, InvariantCulture, InvariantCultureIgnoreCase }
public class Type : Object { public string Name { get; } public string FullName { get; } public string Namespace { get; } public Type BaseType { get; } public Assembly Assembly { get; } public bool IsAssignableFrom(Type other); public object GetProperty(string name); public static Type GetType(string name); public bool IsGenericType { get; } public Type[] GetGenericArguments(); public Type[] GetInterfaces(); }
public class Assembly : Object { public static Assembly GetExecutingAssembly(); public Type[] GetTypes(); }
public abstract class Enum : Object { public static object Parse(Type type, string text); public static string GetName(Type type, object value); public static Array GetValues(Type type); public bool HasFlag(Enum flag); }
public class Attribute : Object { }
public sealed class ObsoleteAttribute : Attribute { }
public sealed class FlagsAttribute : Attribute { }
public sealed class SerializableAttribute : Attribute { }
public abstract class Delegate : Object { public object DynamicInvoke(params object[] args); }
public class Exception : Object { public Exception() { } public Exception(string message) { } public Exception(string message, Exception inner) { } public virtual string Message { get; } public Exception InnerException { get; } public virtual string StackTrace { get; } public virtual Exception GetBaseException(); }
public class SystemException : Exception { }
public class ArgumentException : SystemException { public string ParamName { get; } }
public class ArgumentNullException : ArgumentException { public static void ThrowIfNull(object value, string name = null); }
public class ArgumentOutOfRangeException : ArgumentException { }
public class InvalidOperationException : SystemException { }
public class NotSupportedException : SystemException { }
public class NotImplementedException : SystemException { }
public class NullReferenceException : SystemException { }
public class IndexOutOfRangeException : SystemException { }
public class InvalidCastException : SystemException { }
public class FormatException : SystemException { }
public class TimeoutException : SystemException { }
public class OperationCanceledException : SystemException { }
public class TaskCanceledException : OperationCanceledException { }
public class ObjectDisposedException : InvalidOperationException { }
public class KeyNotFoundException : SystemException { }
public class AggregateException : Exception { public AggregateException Flatten(); }
public class IOException : SystemException { }
public class FileNotFoundException : IOException { }
public static class Console { public static void WriteLine(); public static void WriteLine(object value); public static void WriteLine(string format, params object[] args); public static void Write(object value); public static string ReadLine(); public static TextWriter Out { get; } public static TextWriter Error { get; } }
public static class Math { public static int Abs(int a); public static double Abs(double a); public static int Max(int a, int b); public static double Max(double a, double b); public static int Min(int a, int b); public static double Min(double a, double b); public static double Sqrt(double a); public static double Pow(double a, double b); public static double Floor(double a); public static double Ceiling(double a); public static double Round(double a); public const double PI; }
public static class Convert { public static int ToInt32(object value); public static string ToString(object value); public static double ToDouble(object value); public static bool ToBoolean(object value); public static string ToBase64String(byte[] bytes); public static byte[] FromBase64String(string text); }
public static class Environment { public static string NewLine { get; } public static string GetEnvironmentVariable(string name); public static string CurrentDirectory { get; } public static void Exit(int code); }
public class Random : Object { public int Next(); public int Next(int max); public int Next(int min, int max); public double NextDouble(); }
public struct Guid : IComparable<Guid> { public static Guid NewGuid(); public static Guid Parse(string text); public static readonly Guid Empty; public string ToString(string format); }
public struct DateTime : IComparable<DateTime> { public static DateTime Now { get; } public static DateTime UtcNow { get; } public static DateTime Today { get; } public int Year { get; } public int Month { get; } public int Day { get; } public int Hour { get; } public int Minute { get; } public int Second { get; } public long Ticks { get; } public DateTime Date { get; } public DateTime AddDays(double days); public DateTime AddHours(double hours); public DateTime AddMinutes(double minutes); public DateTime AddSeconds(double seconds); public TimeSpan Subtract(DateTime other); public static DateTime Parse(string text); public string ToString(string format); }
public struct DateTimeOffset : IComparable<DateTimeOffset> { public static DateTimeOffset Now { get; } public static DateTimeOffset UtcNow { get; } public DateTime DateTime { get; } }
public struct TimeSpan : IComparable<TimeSpan> { public static TimeSpan FromSeconds(double value); public static TimeSpan FromMilliseconds(double value); public static TimeSpan FromMinutes(double value); public static TimeSpan FromHours(double value); public static TimeSpan FromDays(double value); public static readonly TimeSpan Zero; public double TotalSeconds { get; } public double TotalMilliseconds { get; } public double TotalMinutes { get; } public long Ticks { get; } }
public class Uri : Object { public Uri(string text) { } public string AbsoluteUri { get; } public string Host { get; } public string AbsolutePath { get; } public string Scheme { get; } }
public class Lazy<T> : Object { public T Value { get; } public bool IsValueCreated { get; } }
public class WeakReference<T> : Object { public bool TryGetTarget(out T target); }
public class StringBuilder : Object { public int Length { get; set; } public StringBuilder Append(object value); public StringBuilder Append(string value); public StringBuilder Append(char value); public StringBuilder AppendLine(); public StringBuilder AppendLine(string value); public StringBuilder AppendFormat(string format, params object[] args); public StringBuilder Insert(int at, string text); public StringBuilder Remove(int start, int count); public StringBuilder Replace(string old, string fresh); public StringBuilder Clear(); }
public class Encoding : Object { public static Encoding UTF8 { get; } public static Encoding ASCII { get; } public static Encoding Unicode { get; } public byte[] GetBytes(string text); public string GetString(byte[] bytes); }

public interface IEnumerator<T> : IDisposable { T Current { get; } bool MoveNext(); void Reset(); }
public interface IEnumerable<T> {
  IEnumerator<T> GetEnumerator();
  IEnumerable<T> Where(Func<T, bool> test);
  IEnumerable<R> Select<R>(Func<T, R> change);
  IEnumerable<R> Select<R>(Func<T, int, R> change);
  IEnumerable<R> SelectMany<R>(Func<T, IEnumerable<R>> change);
  IEnumerable<R> OfType<R>();
  IEnumerable<R> Cast<R>();
  IOrderedEnumerable<T> OrderBy<K>(Func<T, K> key);
  IOrderedEnumerable<T> OrderByDescending<K>(Func<T, K> key);
  IEnumerable<IGrouping<K, T>> GroupBy<K>(Func<T, K> key);
  IEnumerable<T> Concat(IEnumerable<T> other);
  IEnumerable<T> Union(IEnumerable<T> other);
  IEnumerable<T> Intersect(IEnumerable<T> other);
  IEnumerable<T> Except(IEnumerable<T> other);
  IEnumerable<T> Distinct();
  IEnumerable<T> Reverse();
  IEnumerable<T> Skip(int count);
  IEnumerable<T> Take(int count);
  IEnumerable<T> SkipWhile(Func<T, bool> test);
  IEnumerable<T> TakeWhile(Func<T, bool> test);
  IEnumerable<T> Append(T item);
  IEnumerable<T> Prepend(T item);
  IEnumerable<T> DefaultIfEmpty();
  IEnumerable<R> Zip<U, R>(IEnumerable<U> other, Func<T, U, R> join);
  T First();
  T First(Func<T, bool> test);
  T FirstOrDefault();
  T FirstOrDefault(Func<T, bool> test);
  T Last();
  T Last(Func<T, bool> test);
  T LastOrDefault();
  T LastOrDefault(Func<T, bool> test);
  T Single();
  T Single(Func<T, bool> test);
  T SingleOrDefault();
  T SingleOrDefault(Func<T, bool> test);
  T ElementAt(int index);
  T Min();
  T Max();
  R Min<R>(Func<T, R> key);
  R Max<R>(Func<T, R> key);
  T MinBy<K>(Func<T, K> key);
  T MaxBy<K>(Func<T, K> key);
  int Sum();
  int Sum(Func<T, int> key);
  double Average(Func<T, double> key);
  int Count();
  int Count(Func<T, bool> test);
  bool Any();
  bool Any(Func<T, bool> test);
  bool All(Func<T, bool> test);
  bool Contains(T item);
  bool SequenceEqual(IEnumerable<T> other);
  T Aggregate(Func<T, T, T> join);
  A Aggregate<A>(A start, Func<A, T, A> join);
  List<T> ToList();
  T[] ToArray();
  HashSet<T> ToHashSet();
  Dictionary<K, T> ToDictionary<K>(Func<T, K> key);
  Dictionary<K, V> ToDictionary<K, V>(Func<T, K> key, Func<T, V> value);
  ILookup<K, T> ToLookup<K>(Func<T, K> key);
}
public interface IOrderedEnumerable<T> : IEnumerable<T> { IOrderedEnumerable<T> ThenBy<K>(Func<T, K> key); IOrderedEnumerable<T> ThenByDescending<K>(Func<T, K> key); }
public interface IGrouping<K, T> : IEnumerable<T> { K Key { get; } }
public interface ILookup<K, T> : IEnumerable<IGrouping<K, T>> { IEnumerable<T> this[K key] { get; } }
public interface IQueryable<T> : IEnumerable<T> { }
public interface IAsyncEnumerable<T> { }
public static class Enumerable { public static IEnumerable<int> Range(int start, int count); public static IEnumerable<T> Repeat<T>(T item, int count); public static IEnumerable<T> Empty<T>(); }
public interface IReadOnlyCollection<T> : IEnumerable<T> { int Count { get; } }
public interface IReadOnlyList<T> : IReadOnlyCollection<T> { T this[int index] { get; } }
public interface ICollection<T> : IEnumerable<T> { int Count { get; } void Add(T item); bool Remove(T item); void Clear(); void CopyTo(T[] target, int at); bool IsReadOnly { get; } }
public interface IList<T> : ICollection<T> { T this[int index] { get; set; } int IndexOf(T item); void Insert(int index, T item); void RemoveAt(int index); }
public interface ISet<T> : ICollection<T> { bool Add(T item); void UnionWith(IEnumerable<T> other); }
public class List<T> : Object, IList<T>, IReadOnlyList<T> { public List() { } public List(int capacity) { } public List(IEnumerable<T> items) { } public void AddRange(IEnumerable<T> items); public void ForEach(Action<T> action); public T Find(Predicate<T> test); public List<T> FindAll(Predicate<T> test); public int FindIndex(Predicate<T> test); public bool Exists(Predicate<T> test); public int RemoveAll(Predicate<T> test); public void Sort(); public void Sort(Comparison<T> order); public void Sort(IComparer<T> order); public List<T> GetRange(int index, int count); public void InsertRange(int index, IEnumerable<T> items); public void Reverse(); public List<R> ConvertAll<R>(Func<T, R> change); public int BinarySearch(T item); public IReadOnlyList<T> AsReadOnly(); public bool TrueForAll(Predicate<T> test); }
public class HashSet<T> : Object, ISet<T> { public void IntersectWith(IEnumerable<T> other); public void ExceptWith(IEnumerable<T> other); public bool IsSubsetOf(IEnumerable<T> other); public bool SetEquals(IEnumerable<T> other); }
public class SortedSet<T> : Object, ISet<T> { }
public class LinkedList<T> : Object, ICollection<T> { public LinkedListNode<T> First { get; } public LinkedListNode<T> Last { get; } public LinkedListNode<T> AddLast(T item); public LinkedListNode<T> AddFirst(T item); }
public class LinkedListNode<T> : Object { public T Value { get; set; } public LinkedListNode<T> Next { get; } public LinkedListNode<T> Previous { get; } }
public class Queue<T> : Object, IReadOnlyCollection<T> { public void Enqueue(T item); public T Dequeue(); public T Peek(); public bool TryDequeue(out T item); public void Clear(); }
public class Stack<T> : Object, IReadOnlyCollection<T> { public void Push(T item); public T Pop(); public T Peek(); public bool TryPop(out T item); public void Clear(); }
public struct KeyValuePair<K, V> { public K Key { get; } public V Value { get; } }
public interface IReadOnlyDictionary<K, V> : IReadOnlyCollection<KeyValuePair<K, V>> { V this[K key] { get; } IEnumerable<K> Keys { get; } IEnumerable<V> Values { get; } bool ContainsKey(K key); bool TryGetValue(K key, out V value); }
public interface IDictionary<K, V> : ICollection<KeyValuePair<K, V>> { V this[K key] { get; set; } ICollection<K> Keys { get; } ICollection<V> Values { get; } bool ContainsKey(K key); void Add(K key, V value); bool Remove(K key); bool TryGetValue(K key, out V value); }
public class Dictionary<K, V> : Object, IDictionary<K, V>, IReadOnlyDictionary<K, V> { public bool TryAdd(K key, V value); public bool ContainsValue(V value); }
public class SortedDictionary<K, V> : Object, IDictionary<K, V> { }
public class SortedList<K, V> : Object, IDictionary<K, V> { }
public class ConcurrentDictionary<K, V> : Object, IDictionary<K, V> { public V GetOrAdd(K key, Func<K, V> make); public V AddOrUpdate(K key, V value, Func<K, V, V> change); public bool TryAdd(K key, V value); public bool TryRemove(K key, out V value); }
public class ConcurrentQueue<T> : Object, IReadOnlyCollection<T> { public void Enqueue(T item); public bool TryDequeue(out T item); }
public class ConcurrentBag<T> : Object, IReadOnlyCollection<T> { public void Add(T item); public bool TryTake(out T item); }
public interface IComparer<T> { int Compare(T a, T b); }
public interface IEqualityComparer<T> { bool Equals(T a, T b); int GetHashCode(T value); }
public abstract class Comparer<T> : Object, IComparer<T> { public static Comparer<T> Default { get; } }
public abstract class EqualityComparer<T> : Object, IEqualityComparer<T> { public static EqualityComparer<T> Default { get; } }

public class Task : Object { public static Task CompletedTask { get; } public static Task Run(Action action); public static Task<T> Run<T>(Func<T> task); public static Task Delay(int millis); public static Task WhenAll(params Task[] tasks); public static Task<T[]> WhenAll<T>(IEnumerable<Task<T>> tasks); public static Task<T> FromResult<T>(T value); public void Wait(); public bool IsCompleted { get; } public Task ConfigureAwait(bool value); public Task ContinueWith(Action<Task> action); }
public class Task<T> : Task { public T Result { get; } public Task<T> ConfigureAwait(bool value); }
public struct ValueTask<T> { public T Result { get; } public ValueTask<T> ConfigureAwait(bool value); public Task<T> AsTask(); }
public class TaskCompletionSource<T> : Object { public Task<T> Task { get; } public void SetResult(T value); public bool TrySetResult(T value); public void SetException(Exception error); }
public struct CancellationToken { public static CancellationToken None { get; } public bool IsCancellationRequested { get; } public void ThrowIfCancellationRequested(); }
public class CancellationTokenSource : Object, IDisposable { public CancellationToken Token { get; } public void Cancel(); public void CancelAfter(int millis); }
public class Thread : Object { public static void Sleep(int millis); public void Start(); public void Join(); public static Thread CurrentThread { get; } }
public class SemaphoreSlim : Object, IDisposable { public Task WaitAsync(); public void Wait(); public int Release(); }
public static class Interlocked { public static int Increment(ref int value); public static int Decrement(ref int value); }

public abstract class Stream : Object, IDisposable { public virtual int Read(byte[] buffer, int offset, int count); public virtual void Write(byte[] buffer, int offset, int count); public virtual long Length { get; } public virtual long Position { get; set; } public void Flush(); public void Close(); public void CopyTo(Stream target); public Task CopyToAsync(Stream target); public virtual long Seek(long offset, SeekOrigin origin); public int ReadByte(); public void WriteByte(byte value); public void Dispose(); }
public enum SeekOrigin { Begin, Current, End }
public class FileStream : Stream { }
public class MemoryStream : Stream { public byte[] ToArray(); public byte[] GetBuffer(); }
public class BufferedStream : Stream { }
public abstract class TextReader : Object, IDisposable { public virtual int Read(); public virtual int Peek(); public virtual string ReadLine(); public virtual string ReadToEnd(); public virtual Task<string> ReadToEndAsync(); public virtual Task<string> ReadLineAsync(); public void Dispose(); }
public abstract class TextWriter : Object, IDisposable { public virtual void Write(string text); public virtual void Write(char c); public virtual void WriteLine(); public virtual void WriteLine(string text); public virtual void Flush(); public void Dispose(); }
public class StreamReader : TextReader { public bool EndOfStream { get; } }
public class StreamWriter : TextWriter { }
public class StringReader : TextReader { }
public class StringWriter : TextWriter { }
public class BinaryReader : Object, IDisposable { public byte ReadByte(); public int ReadInt32(); public byte[] ReadBytes(int count); public string ReadString(); public void Dispose(); }
public class BinaryWriter : Object, IDisposable { public void Write(byte value); public void Write(int value); public void Write(byte[] value); public void Write(string value); public void Dispose(); }
public static class File { public static bool Exists(string path); public static string ReadAllText(string path); public static string[] ReadAllLines(string path); public static byte[] ReadAllBytes(string path); public static void WriteAllText(string path, string text); public static void WriteAllBytes(string path, byte[] bytes); public static void Delete(string path); public static void Copy(string from, string to); public static void Move(string from, string to); public static FileStream OpenRead(string path); public static FileStream Create(string path); public static StreamReader OpenText(string path); public static Task<string> ReadAllTextAsync(string path); }
public static class Directory { public static bool Exists(string path); public static string[] GetFiles(string path); public static string[] GetFiles(string path, string pattern); public static string[] GetDirectories(string path); public static DirectoryInfo CreateDirectory(string path); public static IEnumerable<string> EnumerateFiles(string path); public static void Delete(string path); public static string GetCurrentDirectory(); }
public static class Path { public static string Combine(params string[] parts); public static string GetFileName(string path); public static string GetFileNameWithoutExtension(string path); public static string GetDirectoryName(string path); public static string GetExtension(string path); public static string GetFullPath(string path); public static string GetTempPath(); public static string ChangeExtension(string path, string ending); public static readonly char DirectorySeparatorChar; }
public class FileInfo : Object { public string Name { get; } public string FullName { get; } public long Length { get; } public bool Exists { get; } public DirectoryInfo Directory { get; } }
public class DirectoryInfo : Object { public string Name { get; } public string FullName { get; } public FileInfo[] GetFiles(); public DirectoryInfo Parent { get; } }
public class Regex : Object { public static bool IsMatch(string text, string pattern); public bool IsMatch(string text); public Match Match(string text); public IEnumerable<Match> Matches(string text); public string Replace(string text, string by); public static string Escape(string text); }
public class Group : Object { public string Value { get; } public bool Success { get; } public int Index { get; } public int Length { get; } }
public class Match : Group { public IReadOnlyList<Group> Groups { get; } public Match NextMatch(); }
public class Stopwatch : Object { public static Stopwatch StartNew(); public void Start(); public void Stop(); public TimeSpan Elapsed { get; } public long ElapsedMilliseconds { get; } }
public class HttpClient : Object, IDisposable { public Task<string> GetStringAsync(string url); public Task<HttpResponseMessage> GetAsync(string url); public Task<HttpResponseMessage> PostAsync(string url, HttpContent content); public Task<HttpResponseMessage> SendAsync(HttpRequestMessage request); public void Dispose(); }
public class HttpRequestMessage : Object { public HttpContent Content { get; set; } }
public class HttpResponseMessage : Object { public HttpContent Content { get; } public bool IsSuccessStatusCode { get; } public HttpResponseMessage EnsureSuccessStatusCode(); }
public abstract class HttpContent : Object { public Task<string> ReadAsStringAsync(); public Task<Stream> ReadAsStreamAsync(); }
