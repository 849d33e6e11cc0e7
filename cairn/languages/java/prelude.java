// The built-in and common standard types of Java, as far as knowing them tells what an expression is or which overload
// suits a call. Each class belongs to the package clause above it. Never compiled; read like any other file.

package java.lang;

class $Array<T> implements Cloneable, Serializable { public final int length; public T[] clone(); }
class $void { }
class $int { }
class $long { }
class $short { }
class $byte { }
class $char { }
class $float { }
class $double { }
class $boolean { }
class NoneType { }

public class Object {
  public Object() { }
  public boolean equals(Object other);
  public int hashCode();
  public String toString();
  public final Class<?> getClass();
  protected Object clone();
  public final void notify();
  public final void notifyAll();
  public final void wait();
  public final void wait(long millis);
  public final void wait(long millis, int nanos);
  protected void finalize();
}
public interface CharSequence {
  int length();
  char charAt(int index);
  CharSequence subSequence(int start, int end);
  String toString();
  default boolean isEmpty() { }
  default IntStream chars() { }
  default IntStream codePoints() { }
}
public interface Comparable<T> { int compareTo(T other); }
public interface Iterable<T> {
  Iterator<T> iterator();
  default void forEach(Consumer<? super T> action) { }
  default Spliterator<T> spliterator() { }
}
public interface Runnable { void run(); }
public interface AutoCloseable { void close(); }
public interface Cloneable { }
public interface Appendable {
  Appendable append(CharSequence text);
  Appendable append(CharSequence text, int start, int end);
  Appendable append(char c);
}
public interface Readable { int read(CharBuffer buffer); }
public final class String implements CharSequence, Comparable<String>, Serializable {
  public String() { }
  public String(String text) { }
  public String(char[] chars) { }
  public String(char[] chars, int offset, int count) { }
  public String(byte[] bytes) { }
  public String(byte[] bytes, Charset charset) { }
  public String(byte[] bytes, String charset) { }
  public int length();
  public boolean isEmpty();
  public boolean isBlank();
  public char charAt(int index);
  public int codePointAt(int index);
  public int codePointCount(int start, int end);
  public int offsetByCodePoints(int index, int offset);
  public byte[] getBytes();
  public byte[] getBytes(Charset charset);
  public byte[] getBytes(String charset);
  public void getChars(int start, int end, char[] target, int at);
  public boolean equals(Object other);
  public boolean equalsIgnoreCase(String other);
  public boolean contentEquals(CharSequence text);
  public int compareTo(String other);
  public int compareToIgnoreCase(String other);
  public boolean regionMatches(int offset, String other, int start, int count);
  public boolean regionMatches(boolean ignoreCase, int offset, String other, int start, int count);
  public boolean startsWith(String prefix);
  public boolean startsWith(String prefix, int offset);
  public boolean endsWith(String suffix);
  public int hashCode();
  public int indexOf(int c);
  public int indexOf(int c, int from);
  public int indexOf(String text);
  public int indexOf(String text, int from);
  public int lastIndexOf(int c);
  public int lastIndexOf(int c, int from);
  public int lastIndexOf(String text);
  public int lastIndexOf(String text, int from);
  public String substring(int start);
  public String substring(int start, int end);
  public CharSequence subSequence(int start, int end);
  public String concat(String text);
  public String replace(char old, char fresh);
  public String replace(CharSequence old, CharSequence fresh);
  public String replaceAll(String pattern, String text);
  public String replaceFirst(String pattern, String text);
  public boolean matches(String pattern);
  public boolean contains(CharSequence text);
  public String[] split(String pattern);
  public String[] split(String pattern, int limit);
  public static String join(CharSequence separator, CharSequence... items);
  public static String join(CharSequence separator, Iterable<? extends CharSequence> items);
  public String toLowerCase();
  public String toLowerCase(Locale locale);
  public String toUpperCase();
  public String toUpperCase(Locale locale);
  public String trim();
  public String strip();
  public String stripLeading();
  public String stripTrailing();
  public Stream<String> lines();
  public String repeat(int count);
  public String indent(int count);
  public String formatted(Object... args);
  public String toString();
  public char[] toCharArray();
  public static String format(String format, Object... args);
  public static String format(Locale locale, String format, Object... args);
  public static String valueOf(Object value);
  public static String valueOf(char[] value);
  public static String valueOf(boolean value);
  public static String valueOf(char value);
  public static String valueOf(int value);
  public static String valueOf(long value);
  public static String valueOf(float value);
  public static String valueOf(double value);
  public static String copyValueOf(char[] chars);
  public String intern();
  public static final Comparator<String> CASE_INSENSITIVE_ORDER;
}
abstract class AbstractStringBuilder implements Appendable, CharSequence {
  public int length();
  public int capacity();
  public char charAt(int index);
  public int indexOf(String text);
  public int indexOf(String text, int from);
  public int lastIndexOf(String text);
  public void setCharAt(int index, char c);
  public void setLength(int length);
  public void ensureCapacity(int capacity);
  public void getChars(int start, int end, char[] target, int at);
  public String substring(int start);
  public String substring(int start, int end);
  public String toString();
}
public final class StringBuilder extends AbstractStringBuilder implements Serializable, Comparable<StringBuilder> {
  public StringBuilder append(Object value);
  public StringBuilder append(String value);
  public StringBuilder append(CharSequence value);
  public StringBuilder append(CharSequence value, int start, int end);
  public StringBuilder append(char[] value);
  public StringBuilder append(char[] value, int offset, int count);
  public StringBuilder append(boolean value);
  public StringBuilder append(char value);
  public StringBuilder append(int value);
  public StringBuilder append(long value);
  public StringBuilder append(float value);
  public StringBuilder append(double value);
  public StringBuilder appendCodePoint(int value);
  public StringBuilder delete(int start, int end);
  public StringBuilder deleteCharAt(int index);
  public StringBuilder replace(int start, int end, String text);
  public StringBuilder insert(int offset, Object value);
  public StringBuilder reverse();
}
public final class StringBuffer extends AbstractStringBuilder implements Serializable {
  public StringBuffer append(Object value);
  public StringBuffer append(String value);
  public StringBuffer append(CharSequence value);
  public StringBuffer append(CharSequence value, int start, int end);
  public StringBuffer append(char[] value);
  public StringBuffer append(char[] value, int offset, int count);
  public StringBuffer append(boolean value);
  public StringBuffer append(char value);
  public StringBuffer append(int value);
  public StringBuffer append(long value);
  public StringBuffer append(float value);
  public StringBuffer append(double value);
  public StringBuffer delete(int start, int end);
  public StringBuffer deleteCharAt(int index);
  public StringBuffer replace(int start, int end, String text);
  public StringBuffer insert(int offset, Object value);
  public StringBuffer reverse();
}
public abstract class Number implements Serializable {
  public abstract int intValue();
  public abstract long longValue();
  public abstract float floatValue();
  public abstract double doubleValue();
  public byte byteValue();
  public short shortValue();
}
public final class Integer extends Number implements Comparable<Integer> {
  public static final int MAX_VALUE;
  public static final int MIN_VALUE;
  public static final int SIZE;
  public static final int BYTES;
  public static final Class<Integer> TYPE;
  public static Integer valueOf(int value);
  public static Integer valueOf(String text);
  public static int parseInt(String text);
  public static int parseInt(String text, int radix);
  public static Integer decode(String text);
  public static Integer getInteger(String name);
  public static String toString(int value);
  public static String toHexString(int value);
  public static String toBinaryString(int value);
  public static int compare(int a, int b);
  public static int signum(int value);
  public static int bitCount(int value);
  public static int max(int a, int b);
  public static int min(int a, int b);
  public static int sum(int a, int b);
  public static int hashCode(int value);
  public int compareTo(Integer other);
}
public final class Long extends Number implements Comparable<Long> {
  public static final long MAX_VALUE;
  public static final long MIN_VALUE;
  public static final int SIZE;
  public static final int BYTES;
  public static final Class<Long> TYPE;
  public static Long valueOf(long value);
  public static Long valueOf(String text);
  public static long parseLong(String text);
  public static long parseLong(String text, int radix);
  public static Long decode(String text);
  public static String toString(long value);
  public static String toHexString(long value);
  public static int compare(long a, long b);
  public static int hashCode(long value);
  public static long max(long a, long b);
  public static long min(long a, long b);
  public int compareTo(Long other);
}
public final class Short extends Number implements Comparable<Short> {
  public static final short MAX_VALUE;
  public static final short MIN_VALUE;
  public static final int SIZE;
  public static final int BYTES;
  public static final Class<Short> TYPE;
  public static Short valueOf(short value);
  public static Short valueOf(String text);
  public static short parseShort(String text);
  public static int compare(short a, short b);
}
public final class Byte extends Number implements Comparable<Byte> {
  public static final byte MAX_VALUE;
  public static final byte MIN_VALUE;
  public static final int SIZE;
  public static final int BYTES;
  public static final Class<Byte> TYPE;
  public static Byte valueOf(byte value);
  public static Byte valueOf(String text);
  public static byte parseByte(String text);
  public static int compare(byte a, byte b);
  public static int toUnsignedInt(byte value);
}
public final class Float extends Number implements Comparable<Float> {
  public static final float MAX_VALUE;
  public static final float MIN_VALUE;
  public static final float NaN;
  public static final float POSITIVE_INFINITY;
  public static final float NEGATIVE_INFINITY;
  public static final int BYTES;
  public static final Class<Float> TYPE;
  public static Float valueOf(float value);
  public static Float valueOf(String text);
  public static float parseFloat(String text);
  public static int compare(float a, float b);
  public static boolean isNaN(float value);
  public static int floatToIntBits(float value);
  public static int floatToRawIntBits(float value);
  public static float intBitsToFloat(int value);
  public boolean isNaN();
  public boolean isInfinite();
}
public final class Double extends Number implements Comparable<Double> {
  public static final double MAX_VALUE;
  public static final double MIN_VALUE;
  public static final double NaN;
  public static final double POSITIVE_INFINITY;
  public static final double NEGATIVE_INFINITY;
  public static final int BYTES;
  public static final Class<Double> TYPE;
  public static Double valueOf(double value);
  public static Double valueOf(String text);
  public static double parseDouble(String text);
  public static int compare(double a, double b);
  public static boolean isNaN(double value);
  public static boolean isInfinite(double value);
  public static long doubleToLongBits(double value);
  public static long doubleToRawLongBits(double value);
  public static double longBitsToDouble(long value);
  public boolean isNaN();
  public boolean isInfinite();
}
public final class Boolean implements Comparable<Boolean>, Serializable {
  public static final Boolean TRUE;
  public static final Boolean FALSE;
  public static final Class<Boolean> TYPE;
  public static Boolean valueOf(boolean value);
  public static Boolean valueOf(String text);
  public static boolean parseBoolean(String text);
  public static boolean getBoolean(String name);
  public static int compare(boolean a, boolean b);
  public boolean booleanValue();
}
public final class Character implements Comparable<Character>, Serializable {
  public static final char MAX_VALUE;
  public static final char MIN_VALUE;
  public static final int BYTES;
  public static final Class<Character> TYPE;
  public static Character valueOf(char value);
  public char charValue();
  public static boolean isLetter(char c);
  public static boolean isDigit(char c);
  public static boolean isLetterOrDigit(char c);
  public static boolean isWhitespace(char c);
  public static boolean isUpperCase(char c);
  public static boolean isLowerCase(char c);
  public static boolean isJavaIdentifierStart(int c);
  public static boolean isJavaIdentifierPart(int c);
  public static boolean isISOControl(char c);
  public static char toUpperCase(char c);
  public static int toUpperCase(int c);
  public static char toLowerCase(char c);
  public static int toLowerCase(int c);
  public static char toTitleCase(char c);
  public static int toTitleCase(int c);
  public static int charCount(int codePoint);
  public static char[] toChars(int codePoint);
  public static int toCodePoint(char high, char low);
  public static int digit(char c, int radix);
  public static int getNumericValue(char c);
  public static int compare(char a, char b);
  public static String toString(char c);
  public static boolean isHighSurrogate(char c);
  public static boolean isLowSurrogate(char c);
}
public final class Void { public static final Class<Void> TYPE; }
public final class Class<T> implements Type, AnnotatedElement, GenericDeclaration, Serializable {
  public String getName();
  public String getSimpleName();
  public String getCanonicalName();
  public String getTypeName();
  public String getPackageName();
  public static Class<?> forName(String name);
  public static Class<?> forName(String name, boolean initialize, ClassLoader loader);
  public T newInstance();
  public boolean isInstance(Object value);
  public boolean isAssignableFrom(Class<?> other);
  public boolean isInterface();
  public boolean isArray();
  public boolean isPrimitive();
  public boolean isAnnotation();
  public boolean isEnum();
  public boolean isMemberClass();
  public boolean isAnonymousClass();
  public ClassLoader getClassLoader();
  public TypeVariable<Class<T>>[] getTypeParameters();
  public Class<? super T> getSuperclass();
  public Type getGenericSuperclass();
  public Package getPackage();
  public Class<?>[] getInterfaces();
  public Type[] getGenericInterfaces();
  public Class<?> getComponentType();
  public Class<?> getEnclosingClass();
  public Class<?> getDeclaringClass();
  public int getModifiers();
  public T[] getEnumConstants();
  public Field getField(String name);
  public Field[] getFields();
  public Field getDeclaredField(String name);
  public Field[] getDeclaredFields();
  public Method getMethod(String name, Class<?>... types);
  public Method[] getMethods();
  public Method getDeclaredMethod(String name, Class<?>... types);
  public Method[] getDeclaredMethods();
  public Constructor<T> getConstructor(Class<?>... types);
  public Constructor<?>[] getConstructors();
  public Constructor<T> getDeclaredConstructor(Class<?>... types);
  public Constructor<?>[] getDeclaredConstructors();
  public Class<?>[] getClasses();
  public Class<?>[] getDeclaredClasses();
  public URL getResource(String name);
  public InputStream getResourceAsStream(String name);
  public T cast(Object value);
  public <U> Class<? extends U> asSubclass(Class<U> type);
  public boolean desiredAssertionStatus();
}
public final class Package { public String getName(); }
public abstract class ClassLoader {
  public Class<?> loadClass(String name);
  public URL getResource(String name);
  public Enumeration<URL> getResources(String name);
  public InputStream getResourceAsStream(String name);
  public ClassLoader getParent();
  public static ClassLoader getSystemClassLoader();
}
public abstract class Enum<E> implements Comparable<E>, Serializable {
  public final String name();
  public final int ordinal();
  public final int compareTo(E other);
  public final Class<E> getDeclaringClass();
  public static E[] values();
  public static E valueOf(String name);
  public static <T> T valueOf(Class<T> type, String name);
}
public abstract class Record { }
public class Throwable implements Serializable {
  public String getMessage();
  public String getLocalizedMessage();
  public Throwable getCause();
  public Throwable initCause(Throwable cause);
  public void printStackTrace();
  public void printStackTrace(PrintStream stream);
  public void printStackTrace(PrintWriter writer);
  public StackTraceElement[] getStackTrace();
  public void setStackTrace(StackTraceElement[] trace);
  public final void addSuppressed(Throwable other);
  public final Throwable[] getSuppressed();
  public Throwable fillInStackTrace();
}
public final class StackTraceElement {
  public String getClassName();
  public String getMethodName();
  public String getFileName();
  public int getLineNumber();
}
public class Exception extends Throwable { }
public class Error extends Throwable { }
public class AssertionError extends Error { }
public class LinkageError extends Error { }
public class VirtualMachineError extends Error { }
public class OutOfMemoryError extends VirtualMachineError { }
public class StackOverflowError extends VirtualMachineError { }
public class NoClassDefFoundError extends LinkageError { }
public class ExceptionInInitializerError extends LinkageError { }
public class ThreadDeath extends Error { }
public class RuntimeException extends Exception { }
public class IllegalArgumentException extends RuntimeException { }
public class NumberFormatException extends IllegalArgumentException { }
public class IllegalStateException extends RuntimeException { }
public class IndexOutOfBoundsException extends RuntimeException { }
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException { }
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException { }
public class NullPointerException extends RuntimeException { }
public class ClassCastException extends RuntimeException { }
public class ArithmeticException extends RuntimeException { }
public class ArrayStoreException extends RuntimeException { }
public class NegativeArraySizeException extends RuntimeException { }
public class SecurityException extends RuntimeException { }
public class UnsupportedOperationException extends RuntimeException { }
public class IllegalMonitorStateException extends RuntimeException { }
public class CloneNotSupportedException extends Exception { }
public class InterruptedException extends Exception { }
public class ReflectiveOperationException extends Exception { }
public class ClassNotFoundException extends ReflectiveOperationException { }
public class InstantiationException extends ReflectiveOperationException { }
public class IllegalAccessException extends ReflectiveOperationException { }
public class NoSuchFieldException extends ReflectiveOperationException { }
public class NoSuchMethodException extends ReflectiveOperationException { }
public final class System {
  public static final InputStream in;
  public static final PrintStream out;
  public static final PrintStream err;
  public static long currentTimeMillis();
  public static long nanoTime();
  public static void arraycopy(Object source, int from, Object target, int at, int count);
  public static int identityHashCode(Object value);
  public static String getProperty(String name);
  public static String getProperty(String name, String fallback);
  public static String setProperty(String name, String value);
  public static Properties getProperties();
  public static String getenv(String name);
  public static Map<String, String> getenv();
  public static String lineSeparator();
  public static void exit(int status);
  public static void gc();
}
public class Thread implements Runnable {
  public Thread() { }
  public Thread(Runnable target) { }
  public Thread(Runnable target, String name) { }
  public Thread(String name) { }
  public Thread(ThreadGroup group, Runnable target, String name) { }
  public static Thread currentThread();
  public static void sleep(long millis);
  public static void sleep(long millis, int nanos);
  public static void yield();
  public static boolean interrupted();
  public void start();
  public void run();
  public void interrupt();
  public boolean isInterrupted();
  public final boolean isAlive();
  public final boolean isDaemon();
  public final void setDaemon(boolean on);
  public final void setPriority(int priority);
  public final int getPriority();
  public final void setName(String name);
  public final String getName();
  public final ThreadGroup getThreadGroup();
  public final void join();
  public final void join(long millis);
  public final void join(long millis, int nanos);
  public long getId();
  public StackTraceElement[] getStackTrace();
  public ClassLoader getContextClassLoader();
  public void setContextClassLoader(ClassLoader loader);
  public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler);
  public interface UncaughtExceptionHandler { void uncaughtException(Thread thread, Throwable error); }
}
public class ThreadGroup {
  public final String getName();
  public final ThreadGroup getParent();
  public int activeCount();
  public int activeGroupCount();
  public int enumerate(Thread[] list);
  public int enumerate(Thread[] list, boolean recurse);
  public int enumerate(ThreadGroup[] list);
  public int enumerate(ThreadGroup[] list, boolean recurse);
}
public class ThreadLocal<T> {
  public T get();
  public void set(T value);
  public void remove();
  protected T initialValue();
  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier);
}
public class InheritableThreadLocal<T> extends ThreadLocal<T> { }
public class Runtime {
  public static Runtime getRuntime();
  public Process exec(String command);
  public Process exec(String[] command);
  public int availableProcessors();
  public long freeMemory();
  public long maxMemory();
  public long totalMemory();
  public void addShutdownHook(Thread hook);
}
public abstract class Process {
  public abstract OutputStream getOutputStream();
  public abstract InputStream getInputStream();
  public abstract InputStream getErrorStream();
  public abstract int waitFor();
  public abstract int exitValue();
  public abstract void destroy();
}
public final class ProcessBuilder {
  public ProcessBuilder command(String... command);
  public ProcessBuilder directory(File directory);
  public ProcessBuilder redirectErrorStream(boolean redirect);
  public Process start();
}
public final class Math {
  public static final double PI;
  public static final double E;
  public static int abs(int a);
  public static long abs(long a);
  public static float abs(float a);
  public static double abs(double a);
  public static int max(int a, int b);
  public static long max(long a, long b);
  public static float max(float a, float b);
  public static double max(double a, double b);
  public static int min(int a, int b);
  public static long min(long a, long b);
  public static float min(float a, float b);
  public static double min(double a, double b);
  public static double ceil(double a);
  public static double floor(double a);
  public static double sqrt(double a);
  public static double pow(double a, double b);
  public static double log(double a);
  public static double log10(double a);
  public static double exp(double a);
  public static double random();
  public static double sin(double a);
  public static double cos(double a);
  public static int round(float a);
  public static long round(double a);
  public static int toIntExact(long a);
  public static int addExact(int a, int b);
  public static long addExact(long a, long b);
  public static int multiplyExact(int a, int b);
  public static long multiplyExact(long a, long b);
  public static int floorMod(int a, int b);
  public static int floorDiv(int a, int b);
}
public @interface Override { }
public @interface Deprecated { }
public @interface SuppressWarnings { String[] value(); }
public @interface FunctionalInterface { }
public @interface SafeVarargs { }

package java.lang.annotation;
public interface Annotation { Class<? extends Annotation> annotationType(); }

package java.lang.ref;
public abstract class Reference<T> { public T get(); public void clear(); public boolean enqueue(); }
public class WeakReference<T> extends Reference<T> { }
public class SoftReference<T> extends Reference<T> { }
public class PhantomReference<T> extends Reference<T> { }
public class ReferenceQueue<T> { public Reference<? extends T> poll(); public Reference<? extends T> remove(); }

package java.lang.reflect;
public interface Type { default String getTypeName() { } }
public interface AnnotatedElement {
  <T extends Annotation> T getAnnotation(Class<T> type);
  default boolean isAnnotationPresent(Class<? extends Annotation> type) { }
  Annotation[] getAnnotations();
  Annotation[] getDeclaredAnnotations();
}
public interface GenericDeclaration extends AnnotatedElement { }
public interface ParameterizedType extends Type {
  Type[] getActualTypeArguments();
  Type getRawType();
  Type getOwnerType();
}
public interface TypeVariable<D extends GenericDeclaration> extends Type, AnnotatedElement {
  Type[] getBounds();
  D getGenericDeclaration();
  String getName();
}
public interface WildcardType extends Type { Type[] getUpperBounds(); Type[] getLowerBounds(); }
public interface GenericArrayType extends Type { Type getGenericComponentType(); }
public interface Member { Class<?> getDeclaringClass(); String getName(); int getModifiers(); boolean isSynthetic(); }
public class AccessibleObject implements AnnotatedElement {
  public void setAccessible(boolean flag);
  public static void setAccessible(AccessibleObject[] array, boolean flag);
  public boolean isAccessible();
}
public final class Field extends AccessibleObject implements Member {
  public Class<?> getType();
  public Type getGenericType();
  public Object get(Object target);
  public void set(Object target, Object value);
  public int getInt(Object target);
  public boolean isEnumConstant();
}
public abstract class Executable extends AccessibleObject implements Member, GenericDeclaration {
  public Class<?>[] getParameterTypes();
  public int getParameterCount();
  public Type[] getGenericParameterTypes();
  public Class<?>[] getExceptionTypes();
  public Parameter[] getParameters();
  public boolean isVarArgs();
  public Annotation[][] getParameterAnnotations();
}
public final class Method extends Executable {
  public Class<?> getReturnType();
  public Type getGenericReturnType();
  public Object invoke(Object target, Object... args);
  public boolean isDefault();
  public boolean isBridge();
  public Object getDefaultValue();
}
public final class Constructor<T> extends Executable { public T newInstance(Object... args); }
public final class Parameter implements AnnotatedElement { public String getName(); public Class<?> getType(); }
public final class Array {
  public static Object newInstance(Class<?> type, int length);
  public static Object newInstance(Class<?> type, int... lengths);
  public static int getLength(Object array);
  public static Object get(Object array, int index);
  public static void set(Object array, int index, Object value);
}
public class Modifier {
  public static boolean isPublic(int modifiers);
  public static boolean isPrivate(int modifiers);
  public static boolean isProtected(int modifiers);
  public static boolean isStatic(int modifiers);
  public static boolean isFinal(int modifiers);
  public static boolean isAbstract(int modifiers);
  public static boolean isTransient(int modifiers);
}
public interface InvocationHandler { Object invoke(Object proxy, Method method, Object[] args); }
public class Proxy { public static Object newProxyInstance(ClassLoader loader, Class<?>[] interfaces, InvocationHandler handler); }
public class InvocationTargetException extends ReflectiveOperationException { public Throwable getTargetException(); }
public class UndeclaredThrowableException extends RuntimeException { public Throwable getUndeclaredThrowable(); }
public class MalformedParametersException extends RuntimeException { }

package java.io;
public interface Serializable { }
public interface Externalizable extends Serializable { }
public interface Closeable extends AutoCloseable { void close(); }
public interface Flushable { void flush(); }
public interface DataInput { int readInt(); void readFully(byte[] bytes); }
public interface DataOutput { void write(int b); void writeInt(int value); }
public interface ObjectInput extends DataInput, AutoCloseable { Object readObject(); }
public interface ObjectOutput extends DataOutput, AutoCloseable { void writeObject(Object value); }
public interface FileFilter { boolean accept(File file); }
public interface FilenameFilter { boolean accept(File folder, String name); }
public abstract class InputStream implements Closeable {
  public abstract int read();
  public int read(byte[] bytes);
  public int read(byte[] bytes, int offset, int count);
  public byte[] readAllBytes();
  public byte[] readNBytes(int count);
  public long skip(long count);
  public int available();
  public void close();
  public void mark(int limit);
  public void reset();
  public boolean markSupported();
  public long transferTo(OutputStream target);
}
public abstract class OutputStream implements Closeable, Flushable {
  public abstract void write(int b);
  public void write(byte[] bytes);
  public void write(byte[] bytes, int offset, int count);
  public void flush();
  public void close();
}
public class FileInputStream extends InputStream { public FileChannel getChannel(); public final FileDescriptor getFD(); }
public class FileOutputStream extends OutputStream { public FileChannel getChannel(); public final FileDescriptor getFD(); }
public final class FileDescriptor { public void sync(); public boolean valid(); }
public class ByteArrayInputStream extends InputStream {
  protected byte[] buf;
  protected int pos;
  protected int mark;
  protected int count;
}
public class ByteArrayOutputStream extends OutputStream {
  protected byte[] buf;
  protected int count;
  public byte[] toByteArray();
  public int size();
  public void reset();
  public void writeTo(OutputStream target);
  public String toString(String charset);
  public String toString(Charset charset);
}
public class FilterInputStream extends InputStream { protected volatile InputStream in; }
public class FilterOutputStream extends OutputStream { protected OutputStream out; }
public class BufferedInputStream extends FilterInputStream { }
public class BufferedOutputStream extends FilterOutputStream { }
public class DataInputStream extends FilterInputStream implements DataInput { }
public class DataOutputStream extends FilterOutputStream implements DataOutput { }
public class PushbackInputStream extends FilterInputStream { public void unread(int b); }
public class SequenceInputStream extends InputStream { }
public class PipedInputStream extends InputStream { public void connect(PipedOutputStream source); }
public class PipedOutputStream extends OutputStream { public void connect(PipedInputStream sink); }
public class ObjectInputStream extends InputStream implements ObjectInput {
  public final Object readObject();
  public void defaultReadObject();
  protected Class<?> resolveClass(ObjectStreamClass description);
  protected Class<?> resolveProxyClass(String[] names);
}
public class ObjectOutputStream extends OutputStream implements ObjectOutput {
  public final void writeObject(Object value);
  public void defaultWriteObject();
}
public class ObjectStreamClass { public String getName(); public Class<?> forClass(); }
public class PrintStream extends FilterOutputStream implements Appendable {
  public void print(Object value);
  public void println();
  public void println(Object value);
  public PrintStream printf(String format, Object... args);
  public PrintStream format(String format, Object... args);
  public boolean checkError();
  public PrintStream append(CharSequence text);
}
public abstract class Reader implements Readable, Closeable {
  protected Object lock;
  public int read();
  public int read(char[] chars);
  public int read(char[] chars, int offset, int count);
  public int read(CharBuffer target);
  public long skip(long count);
  public boolean ready();
  public boolean markSupported();
  public void mark(int limit);
  public void reset();
  public void close();
  public long transferTo(Writer target);
}
public abstract class Writer implements Appendable, Closeable, Flushable {
  protected Object lock;
  public void write(int c);
  public void write(char[] chars);
  public void write(char[] chars, int offset, int count);
  public void write(String text);
  public void write(String text, int offset, int count);
  public Writer append(CharSequence text);
  public Writer append(CharSequence text, int start, int end);
  public Writer append(char c);
  public void flush();
  public void close();
}
public class BufferedReader extends Reader { public String readLine(); public Stream<String> lines(); }
public class LineNumberReader extends BufferedReader { public int getLineNumber(); }
public class InputStreamReader extends Reader { public String getEncoding(); }
public class FileReader extends InputStreamReader { }
public class StringReader extends Reader { }
public class CharArrayReader extends Reader { }
public abstract class FilterReader extends Reader { protected Reader in; }
public class PushbackReader extends FilterReader { }
public class BufferedWriter extends Writer { public void newLine(); }
public class OutputStreamWriter extends Writer { public String getEncoding(); }
public class FileWriter extends OutputStreamWriter { }
public class StringWriter extends Writer { public StringBuffer getBuffer(); }
public class CharArrayWriter extends Writer { public char[] toCharArray(); public int size(); }
public abstract class FilterWriter extends Writer { protected Writer out; }
public class PrintWriter extends Writer {
  protected Writer out;
  public void print(Object value);
  public void println();
  public void println(Object value);
  public PrintWriter printf(String format, Object... args);
  public PrintWriter format(String format, Object... args);
}
public class File implements Comparable<File>, Serializable {
  public static final String separator;
  public static final char separatorChar;
  public static final String pathSeparator;
  public static final char pathSeparatorChar;
  public File(String path) { }
  public File(String parent, String child) { }
  public File(File parent, String child) { }
  public File(URI uri) { }
  public String getName();
  public String getParent();
  public File getParentFile();
  public String getPath();
  public boolean isAbsolute();
  public String getAbsolutePath();
  public File getAbsoluteFile();
  public String getCanonicalPath();
  public File getCanonicalFile();
  public URI toURI();
  public URL toURL();
  public Path toPath();
  public boolean canRead();
  public boolean canWrite();
  public boolean canExecute();
  public boolean exists();
  public boolean isDirectory();
  public boolean isFile();
  public boolean isHidden();
  public long lastModified();
  public long length();
  public boolean createNewFile();
  public boolean delete();
  public void deleteOnExit();
  public String[] list();
  public String[] list(FilenameFilter filter);
  public File[] listFiles();
  public File[] listFiles(FilenameFilter filter);
  public File[] listFiles(FileFilter filter);
  public boolean mkdir();
  public boolean mkdirs();
  public boolean renameTo(File target);
  public boolean setLastModified(long time);
  public boolean setReadOnly();
  public boolean setWritable(boolean writable);
  public long getFreeSpace();
  public long getTotalSpace();
  public long getUsableSpace();
  public static File createTempFile(String prefix, String suffix);
  public static File createTempFile(String prefix, String suffix, File folder);
  public static File[] listRoots();
  public int compareTo(File other);
}
public class RandomAccessFile implements DataInput, DataOutput, Closeable {
  public int read();
  public int read(byte[] bytes);
  public int read(byte[] bytes, int offset, int count);
  public void seek(long position);
  public long getFilePointer();
  public long length();
  public void setLength(long length);
  public FileChannel getChannel();
  public void close();
}
public class StreamTokenizer { public int nextToken(); }
public class IOException extends Exception { }
public class FileNotFoundException extends IOException { }
public class EOFException extends IOException { }
public class UnsupportedEncodingException extends IOException { }
public class CharConversionException extends IOException { }
public class InterruptedIOException extends IOException { }
public abstract class ObjectStreamException extends IOException { }
public class InvalidClassException extends ObjectStreamException { }
public class NotSerializableException extends ObjectStreamException { }
public class InvalidObjectException extends ObjectStreamException { }
public class StreamCorruptedException extends ObjectStreamException { }
public class UncheckedIOException extends RuntimeException { public IOException getCause(); }

package java.net;
public final class URL implements Serializable {
  public URL(String text) { }
  public URL(URL context, String text) { }
  public String getProtocol();
  public String getHost();
  public int getPort();
  public String getPath();
  public String getFile();
  public String getQuery();
  public String getRef();
  public InputStream openStream();
  public URLConnection openConnection();
  public URI toURI();
  public String toExternalForm();
}
public final class URI implements Comparable<URI>, Serializable {
  public static URI create(String text);
  public URL toURL();
  public String getPath();
  public String getHost();
  public String getScheme();
  public URI resolve(String text);
  public URI relativize(URI other);
}
public abstract class URLConnection {
  public InputStream getInputStream();
  public OutputStream getOutputStream();
  public String getContentType();
  public String getContentEncoding();
  public int getContentLength();
  public void connect();
}
public class HttpURLConnection extends URLConnection { public int getResponseCode(); public void disconnect(); }
public class Socket implements Closeable { public InputStream getInputStream(); public OutputStream getOutputStream(); public void close(); }
public class ServerSocket implements Closeable { public Socket accept(); public void close(); }
public class InetAddress implements Serializable { public String getHostAddress(); public String getHostName(); public static InetAddress getByName(String name); }
public class URLDecoder { public static String decode(String text, String charset); }
public class URLEncoder { public static String encode(String text, String charset); }
public class MalformedURLException extends IOException { }
public class UnknownHostException extends IOException { }
public class URISyntaxException extends Exception { }

package java.nio;
public abstract class Buffer {
  public final int capacity();
  public final int position();
  public final int limit();
  public final int remaining();
  public final boolean hasRemaining();
}
public abstract class ByteBuffer extends Buffer implements Comparable<ByteBuffer> {
  public static ByteBuffer allocate(int capacity);
  public static ByteBuffer wrap(byte[] bytes);
  public static ByteBuffer wrap(byte[] bytes, int offset, int count);
  public byte get();
  public byte get(int index);
  public ByteBuffer get(byte[] target);
  public ByteBuffer put(byte value);
  public ByteBuffer put(byte[] source);
  public ByteBuffer position(int position);
  public ByteBuffer limit(int limit);
  public ByteBuffer flip();
  public ByteBuffer clear();
  public ByteBuffer rewind();
  public ByteBuffer mark();
  public ByteBuffer reset();
  public ByteBuffer compact();
  public ByteBuffer slice();
  public ByteBuffer duplicate();
  public ByteBuffer asReadOnlyBuffer();
  public ByteBuffer order(ByteOrder order);
  public byte[] array();
  public boolean hasArray();
  public int getInt();
  public long getLong();
  public CharBuffer asCharBuffer();
}
public abstract class CharBuffer extends Buffer implements CharSequence, Appendable, Comparable<CharBuffer>, Readable {
  public static CharBuffer allocate(int capacity);
  public static CharBuffer wrap(char[] chars);
  public static CharBuffer wrap(CharSequence text);
  public char get();
  public CharBuffer put(char value);
  public CharBuffer put(String text);
  public CharBuffer position(int position);
  public CharBuffer limit(int limit);
  public CharBuffer flip();
  public CharBuffer clear();
  public CharBuffer rewind();
  public char[] array();
}
public final class ByteOrder { public static final ByteOrder BIG_ENDIAN; public static final ByteOrder LITTLE_ENDIAN; public static ByteOrder nativeOrder(); }

package java.nio.channels;
public interface Channel extends Closeable { boolean isOpen(); void close(); }
public interface ReadableByteChannel extends Channel { int read(ByteBuffer target); }
public interface WritableByteChannel extends Channel { int write(ByteBuffer source); }
public interface ByteChannel extends ReadableByteChannel, WritableByteChannel { }
public interface SeekableByteChannel extends ByteChannel { long position(); SeekableByteChannel position(long position); long size(); }
public abstract class FileChannel implements SeekableByteChannel {
  public abstract long size();
  public abstract long position();
  public abstract FileChannel position(long position);
  public abstract long transferFrom(ReadableByteChannel source, long position, long count);
  public abstract long transferTo(long position, long count, WritableByteChannel target);
  public abstract FileLock tryLock();
  public final FileLock lock();
}
public abstract class FileLock implements AutoCloseable { public abstract void release(); }
public final class Channels {
  public static InputStream newInputStream(ReadableByteChannel channel);
  public static OutputStream newOutputStream(WritableByteChannel channel);
  public static ReadableByteChannel newChannel(InputStream stream);
  public static WritableByteChannel newChannel(OutputStream stream);
}

package java.nio.charset;
public abstract class Charset implements Comparable<Charset> {
  public static Charset forName(String name);
  public static Charset defaultCharset();
  public static boolean isSupported(String name);
  public static SortedMap<String, Charset> availableCharsets();
  public final String name();
  public final Set<String> aliases();
  public String displayName();
  public abstract CharsetDecoder newDecoder();
  public abstract CharsetEncoder newEncoder();
  public final ByteBuffer encode(String text);
  public final ByteBuffer encode(CharBuffer text);
  public final CharBuffer decode(ByteBuffer bytes);
}
public abstract class CharsetEncoder {
  public final CharsetEncoder onMalformedInput(CodingErrorAction action);
  public final CharsetEncoder onUnmappableCharacter(CodingErrorAction action);
  public final CharsetEncoder reset();
  public final Charset charset();
  public final float maxBytesPerChar();
  public final float averageBytesPerChar();
  public final CoderResult encode(CharBuffer in, ByteBuffer out, boolean end);
}
public abstract class CharsetDecoder {
  public final CharsetDecoder onMalformedInput(CodingErrorAction action);
  public final CharsetDecoder onUnmappableCharacter(CodingErrorAction action);
  public final CharsetDecoder replaceWith(String text);
  public final CharsetDecoder reset();
  public final Charset charset();
  public final CoderResult decode(ByteBuffer in, CharBuffer out, boolean end);
}
public class CodingErrorAction { public static final CodingErrorAction REPLACE; public static final CodingErrorAction REPORT; public static final CodingErrorAction IGNORE; }
public class CoderResult { public boolean isOverflow(); public boolean isUnderflow(); public boolean isError(); public void throwException(); }
public final class StandardCharsets {
  public static final Charset UTF_8;
  public static final Charset US_ASCII;
  public static final Charset ISO_8859_1;
  public static final Charset UTF_16;
  public static final Charset UTF_16BE;
  public static final Charset UTF_16LE;
}
public class UnsupportedCharsetException extends IllegalArgumentException { }
public class IllegalCharsetNameException extends IllegalArgumentException { }

package java.nio.file;
public interface Path extends Comparable<Path>, Iterable<Path> {
  static Path of(String first, String... more) { }
  FileSystem getFileSystem();
  boolean isAbsolute();
  Path getRoot();
  Path getFileName();
  Path getParent();
  int getNameCount();
  Path getName(int index);
  Path subpath(int start, int end);
  boolean startsWith(Path other);
  boolean endsWith(Path other);
  Path normalize();
  Path resolve(Path other);
  Path resolve(String other);
  Path resolveSibling(Path other);
  Path resolveSibling(String other);
  Path relativize(Path other);
  URI toUri();
  Path toAbsolutePath();
  Path toRealPath(LinkOption... options);
  File toFile();
  int compareTo(Path other);
}
public final class Paths { public static Path get(String first, String... more); public static Path get(URI uri); }
public abstract class FileSystem implements Closeable {
  public abstract FileSystemProvider provider();
  public abstract Path getPath(String first, String... more);
  public abstract String getSeparator();
  public abstract PathMatcher getPathMatcher(String pattern);
}
public final class FileSystems { public static FileSystem getDefault(); }
public interface PathMatcher { boolean matches(Path path); }
public interface CopyOption { }
public interface OpenOption { }
public enum LinkOption implements OpenOption, CopyOption { NOFOLLOW_LINKS }
public enum StandardCopyOption implements CopyOption { REPLACE_EXISTING, COPY_ATTRIBUTES, ATOMIC_MOVE }
public enum StandardOpenOption implements OpenOption { READ, WRITE, APPEND, TRUNCATE_EXISTING, CREATE, CREATE_NEW, DELETE_ON_CLOSE, SYNC }
public enum FileVisitResult { CONTINUE, TERMINATE, SKIP_SUBTREE, SKIP_SIBLINGS }
public enum FileVisitOption { FOLLOW_LINKS }
public interface FileVisitor<T> {
  FileVisitResult preVisitDirectory(T path, BasicFileAttributes attributes);
  FileVisitResult visitFile(T path, BasicFileAttributes attributes);
  FileVisitResult visitFileFailed(T path, IOException error);
  FileVisitResult postVisitDirectory(T path, IOException error);
}
public class SimpleFileVisitor<T> implements FileVisitor<T> {
  public FileVisitResult preVisitDirectory(T path, BasicFileAttributes attributes);
  public FileVisitResult visitFile(T path, BasicFileAttributes attributes);
  public FileVisitResult visitFileFailed(T path, IOException error);
  public FileVisitResult postVisitDirectory(T path, IOException error);
}
public interface DirectoryStream<T> extends Closeable, Iterable<T> {
  Iterator<T> iterator();
  interface Filter<T> { boolean accept(T entry); }
}
public final class Files {
  public static InputStream newInputStream(Path path, OpenOption... options);
  public static OutputStream newOutputStream(Path path, OpenOption... options);
  public static BufferedReader newBufferedReader(Path path);
  public static BufferedReader newBufferedReader(Path path, Charset charset);
  public static BufferedWriter newBufferedWriter(Path path, OpenOption... options);
  public static BufferedWriter newBufferedWriter(Path path, Charset charset, OpenOption... options);
  public static DirectoryStream<Path> newDirectoryStream(Path path);
  public static DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter);
  public static SeekableByteChannel newByteChannel(Path path, OpenOption... options);
  public static Path createFile(Path path, FileAttribute<?>... attributes);
  public static Path createDirectory(Path path, FileAttribute<?>... attributes);
  public static Path createDirectories(Path path, FileAttribute<?>... attributes);
  public static Path createTempFile(String prefix, String suffix, FileAttribute<?>... attributes);
  public static Path createTempFile(Path folder, String prefix, String suffix, FileAttribute<?>... attributes);
  public static Path createTempDirectory(String prefix, FileAttribute<?>... attributes);
  public static void delete(Path path);
  public static boolean deleteIfExists(Path path);
  public static Path copy(Path source, Path target, CopyOption... options);
  public static long copy(InputStream source, Path target, CopyOption... options);
  public static long copy(Path source, OutputStream target);
  public static Path move(Path source, Path target, CopyOption... options);
  public static boolean exists(Path path, LinkOption... options);
  public static boolean notExists(Path path, LinkOption... options);
  public static boolean isDirectory(Path path, LinkOption... options);
  public static boolean isRegularFile(Path path, LinkOption... options);
  public static boolean isSymbolicLink(Path path);
  public static boolean isSameFile(Path path, Path other);
  public static boolean isHidden(Path path);
  public static boolean isReadable(Path path);
  public static boolean isWritable(Path path);
  public static boolean isExecutable(Path path);
  public static long size(Path path);
  public static FileTime getLastModifiedTime(Path path, LinkOption... options);
  public static Path setLastModifiedTime(Path path, FileTime time);
  public static Object getAttribute(Path path, String name, LinkOption... options);
  public static Path setAttribute(Path path, String name, Object value, LinkOption... options);
  public static <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options);
  public static <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options);
  public static Set<PosixFilePermission> getPosixFilePermissions(Path path, LinkOption... options);
  public static Path readSymbolicLink(Path path);
  public static byte[] readAllBytes(Path path);
  public static List<String> readAllLines(Path path);
  public static List<String> readAllLines(Path path, Charset charset);
  public static String readString(Path path);
  public static Path write(Path path, byte[] bytes, OpenOption... options);
  public static Path write(Path path, Iterable<? extends CharSequence> lines, OpenOption... options);
  public static Path writeString(Path path, CharSequence text, OpenOption... options);
  public static Stream<Path> list(Path path);
  public static Stream<Path> walk(Path path, FileVisitOption... options);
  public static Stream<Path> walk(Path path, int depth, FileVisitOption... options);
  public static Stream<String> lines(Path path);
  public static Path walkFileTree(Path path, FileVisitor<? super Path> visitor);
  public static Path walkFileTree(Path path, Set<FileVisitOption> options, int depth, FileVisitor<? super Path> visitor);
}
public class FileSystemException extends IOException { }
public class NoSuchFileException extends FileSystemException { }
public class FileAlreadyExistsException extends FileSystemException { }
public class DirectoryNotEmptyException extends FileSystemException { }
public class InvalidPathException extends IllegalArgumentException { }

package java.nio.file.attribute;
public interface FileAttribute<T> { String name(); T value(); }
public interface BasicFileAttributes {
  FileTime lastModifiedTime();
  FileTime lastAccessTime();
  FileTime creationTime();
  boolean isRegularFile();
  boolean isDirectory();
  boolean isSymbolicLink();
  boolean isOther();
  long size();
  Object fileKey();
}
public interface PosixFileAttributes extends BasicFileAttributes { Set<PosixFilePermission> permissions(); }
public interface DosFileAttributes extends BasicFileAttributes { boolean isReadOnly(); }
public interface AttributeView { String name(); }
public interface FileAttributeView extends AttributeView { }
public interface BasicFileAttributeView extends FileAttributeView { BasicFileAttributes readAttributes(); void setTimes(FileTime modified, FileTime accessed, FileTime created); }
public interface FileOwnerAttributeView extends FileAttributeView { }
public interface PosixFileAttributeView extends BasicFileAttributeView, FileOwnerAttributeView { PosixFileAttributes readAttributes(); void setPermissions(Set<PosixFilePermission> permissions); }
public interface DosFileAttributeView extends BasicFileAttributeView { DosFileAttributes readAttributes(); void setReadOnly(boolean value); }
public interface AclFileAttributeView extends FileOwnerAttributeView { }
public enum PosixFilePermission { OWNER_READ, OWNER_WRITE, OWNER_EXECUTE, GROUP_READ, GROUP_WRITE, GROUP_EXECUTE, OTHERS_READ, OTHERS_WRITE, OTHERS_EXECUTE }
public final class FileTime implements Comparable<FileTime> {
  public static FileTime fromMillis(long millis);
  public static FileTime from(Instant instant);
  public long toMillis();
  public Instant toInstant();
  public int compareTo(FileTime other);
}

package java.nio.file.spi;
public abstract class FileSystemProvider { public abstract String getScheme(); public abstract Path getPath(URI uri); public static List<FileSystemProvider> installedProviders(); }

package java.util;
public interface Iterator<E> { boolean hasNext(); E next(); default void remove() { } default void forEachRemaining(Consumer<? super E> action) { } }
public interface ListIterator<E> extends Iterator<E> { boolean hasPrevious(); E previous(); int nextIndex(); int previousIndex(); void set(E item); void add(E item); }
public interface Spliterator<T> { }
public interface Enumeration<E> { boolean hasMoreElements(); E nextElement(); }
public interface Comparator<T> {
  int compare(T a, T b);
  default Comparator<T> reversed() { }
  default Comparator<T> thenComparing(Comparator<? super T> other) { }
  default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key) { }
  static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key) { }
  static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) { }
  static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) { }
  static <T> Comparator<T> naturalOrder() { }
  static <T> Comparator<T> reverseOrder() { }
  static <T> Comparator<T> nullsFirst(Comparator<? super T> other) { }
}
public interface RandomAccess { }
public interface Collection<E> extends Iterable<E> {
  int size();
  boolean isEmpty();
  boolean contains(Object item);
  boolean add(E item);
  boolean remove(Object item);
  boolean containsAll(Collection<?> items);
  boolean addAll(Collection<? extends E> items);
  boolean removeAll(Collection<?> items);
  boolean retainAll(Collection<?> items);
  default boolean removeIf(Predicate<? super E> test) { }
  void clear();
  Object[] toArray();
  <T> T[] toArray(T[] target);
  default <T> T[] toArray(IntFunction<T[]> maker) { }
  default Stream<E> stream() { }
  default Stream<E> parallelStream() { }
}
public interface List<E> extends Collection<E> {
  E get(int index);
  E set(int index, E item);
  boolean add(E item);
  void add(int index, E item);
  boolean remove(Object item);
  E remove(int index);
  boolean addAll(Collection<? extends E> items);
  boolean addAll(int index, Collection<? extends E> items);
  int indexOf(Object item);
  int lastIndexOf(Object item);
  List<E> subList(int start, int end);
  ListIterator<E> listIterator();
  ListIterator<E> listIterator(int index);
  default void sort(Comparator<? super E> order) { }
  default void replaceAll(UnaryOperator<E> change) { }
  static <T> List<T> of(T... items) { }
  static <T> List<T> copyOf(Collection<? extends T> items) { }
}
public interface Set<E> extends Collection<E> { static <T> Set<T> of(T... items) { } static <T> Set<T> copyOf(Collection<? extends T> items) { } }
public interface SortedSet<E> extends Set<E> { E first(); E last(); SortedSet<E> headSet(E to); SortedSet<E> tailSet(E from); SortedSet<E> subSet(E from, E to); }
public interface NavigableSet<E> extends SortedSet<E> { E lower(E item); E floor(E item); E ceiling(E item); E higher(E item); E pollFirst(); E pollLast(); NavigableSet<E> descendingSet(); }
public interface Queue<E> extends Collection<E> { boolean offer(E item); E poll(); E peek(); E element(); E remove(); }
public interface Deque<E> extends Queue<E> {
  void addFirst(E item); void addLast(E item); boolean offerFirst(E item); boolean offerLast(E item);
  E removeFirst(); E removeLast(); E pollFirst(); E pollLast(); E getFirst(); E getLast(); E peekFirst(); E peekLast();
  void push(E item); E pop(); Iterator<E> descendingIterator();
}
public abstract class AbstractCollection<E> implements Collection<E> {
  public abstract Iterator<E> iterator();
  public abstract int size();
  public boolean isEmpty();
  public boolean contains(Object item);
  public boolean add(E item);
  public boolean remove(Object item);
  public boolean containsAll(Collection<?> items);
  public boolean addAll(Collection<? extends E> items);
  public boolean removeAll(Collection<?> items);
  public boolean retainAll(Collection<?> items);
  public void clear();
  public Object[] toArray();
  public <T> T[] toArray(T[] target);
  public String toString();
}
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
  protected transient int modCount;
  public abstract E get(int index);
  public E set(int index, E item);
  public boolean add(E item);
  public void add(int index, E item);
  public E remove(int index);
  public boolean addAll(int index, Collection<? extends E> items);
  public int indexOf(Object item);
  public int lastIndexOf(Object item);
  public List<E> subList(int start, int end);
  public Iterator<E> iterator();
  public ListIterator<E> listIterator();
  public ListIterator<E> listIterator(int index);
  public void clear();
  public boolean equals(Object other);
  public int hashCode();
}
public abstract class AbstractSequentialList<E> extends AbstractList<E> { }
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> { public boolean equals(Object other); public int hashCode(); public boolean removeAll(Collection<?> items); }
public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> { }
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {
  public ArrayList() { }
  public ArrayList(int capacity) { }
  public ArrayList(Collection<? extends E> items) { }
  public void ensureCapacity(int capacity);
  public void trimToSize();
}
public class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, Serializable {
  public LinkedList() { }
  public LinkedList(Collection<? extends E> items) { }
}
public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Serializable { public E elementAt(int index); public void addElement(E item); public Enumeration<E> elements(); }
public class Stack<E> extends Vector<E> { public E push(E item); public E pop(); public E peek(); public boolean empty(); }
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, Serializable { public ArrayDeque() { } public ArrayDeque(Collection<? extends E> items) { } }
public class PriorityQueue<E> extends AbstractQueue<E> implements Serializable { }
public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, Serializable { public HashSet() { } public HashSet(int capacity) { } public HashSet(Collection<? extends E> items) { } }
public class LinkedHashSet<E> extends HashSet<E> { public LinkedHashSet() { } public LinkedHashSet(int capacity) { } public LinkedHashSet(Collection<? extends E> items) { } }
public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, Serializable { public TreeSet() { } public TreeSet(Comparator<? super E> order) { } public TreeSet(Collection<? extends E> items) { } }
public abstract class EnumSet<E> extends AbstractSet<E> implements Cloneable, Serializable {
  public static <E> EnumSet<E> noneOf(Class<E> type);
  public static <E> EnumSet<E> allOf(Class<E> type);
  public static <E> EnumSet<E> of(E first, E... more);
  public static <E> EnumSet<E> range(E from, E to);
  public static <E> EnumSet<E> copyOf(Collection<E> items);
}
public interface Map<K, V> {
  int size();
  boolean isEmpty();
  boolean containsKey(Object key);
  boolean containsValue(Object value);
  V get(Object key);
  V put(K key, V value);
  V remove(Object key);
  void putAll(Map<? extends K, ? extends V> other);
  void clear();
  Set<K> keySet();
  Collection<V> values();
  Set<Map.Entry<K, V>> entrySet();
  default V getOrDefault(Object key, V fallback) { }
  default void forEach(BiConsumer<? super K, ? super V> action) { }
  default void replaceAll(BiFunction<? super K, ? super V, ? extends V> change) { }
  default V putIfAbsent(K key, V value) { }
  default boolean remove(Object key, Object value) { }
  default V replace(K key, V value) { }
  default V computeIfAbsent(K key, Function<? super K, ? extends V> make) { }
  default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> make) { }
  default V compute(K key, BiFunction<? super K, ? super V, ? extends V> make) { }
  default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) { }
  static <K, V> Map<K, V> of() { }
  static <K, V> Map<K, V> of(K key, V value) { }
  static <K, V> Map<K, V> of(K key, V value, K key2, V value2) { }
  static <K, V> Map<K, V> of(K key, V value, K key2, V value2, K key3, V value3) { }
  static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... entries) { }
  static <K, V> Map.Entry<K, V> entry(K key, V value) { }
  static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> other) { }
  interface Entry<K, V> {
    K getKey();
    V getValue();
    V setValue(V value);
    static <K, V> Comparator<Map.Entry<K, V>> comparingByKey() { }
    static <K, V> Comparator<Map.Entry<K, V>> comparingByValue() { }
  }
}
public interface SortedMap<K, V> extends Map<K, V> { K firstKey(); K lastKey(); SortedMap<K, V> headMap(K to); SortedMap<K, V> tailMap(K from); SortedMap<K, V> subMap(K from, K to); }
public interface NavigableMap<K, V> extends SortedMap<K, V> { Map.Entry<K, V> firstEntry(); Map.Entry<K, V> lastEntry(); Map.Entry<K, V> floorEntry(K key); Map.Entry<K, V> ceilingEntry(K key); K floorKey(K key); K ceilingKey(K key); NavigableMap<K, V> descendingMap(); NavigableSet<K> navigableKeySet(); }
public abstract class AbstractMap<K, V> implements Map<K, V> {
  public int size();
  public boolean isEmpty();
  public boolean containsKey(Object key);
  public boolean containsValue(Object value);
  public V get(Object key);
  public V put(K key, V value);
  public V remove(Object key);
  public void putAll(Map<? extends K, ? extends V> other);
  public void clear();
  public Set<K> keySet();
  public Collection<V> values();
  public abstract Set<Map.Entry<K, V>> entrySet();
  public boolean equals(Object other);
  public int hashCode();
  public String toString();
  public static class SimpleEntry<K, V> implements Map.Entry<K, V> { } public static class SimpleImmutableEntry<K, V> implements Map.Entry<K, V> { } }
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, Serializable { public HashMap() { } public HashMap(int capacity) { } public HashMap(Map<? extends K, ? extends V> other) { } }
public class LinkedHashMap<K, V> extends HashMap<K, V> { public LinkedHashMap() { } public LinkedHashMap(int capacity) { } public LinkedHashMap(Map<? extends K, ? extends V> other) { } protected boolean removeEldestEntry(Map.Entry<K, V> eldest); }
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, Cloneable, Serializable { public TreeMap() { } public TreeMap(Comparator<? super K> order) { } public TreeMap(Map<? extends K, ? extends V> other) { } }
public class WeakHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V> { }
public class IdentityHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V> { }
public class EnumMap<K, V> extends AbstractMap<K, V> implements Serializable { public EnumMap(Class<K> type) { } }
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V>, Cloneable, Serializable { public Enumeration<K> keys(); public Enumeration<V> elements(); }
public abstract class Dictionary<K, V> { }
public class Properties extends Hashtable<Object, Object> {
  public String getProperty(String name);
  public String getProperty(String name, String fallback);
  public Object setProperty(String name, String value);
  public void load(InputStream stream);
  public void load(Reader reader);
  public void store(OutputStream stream, String comments);
  public Set<String> stringPropertyNames();
}
public class Arrays {
  public static <T> List<T> asList(T... items);
  public static <T> Stream<T> stream(T[] items);
  public static <T> Stream<T> stream(T[] items, int start, int end);
  public static IntStream stream(int[] items);
  public static LongStream stream(long[] items);
  public static DoubleStream stream(double[] items);
  public static void sort(Object[] items);
  public static <T> void sort(T[] items, Comparator<? super T> order);
  public static void fill(Object[] items, Object value);
  public static boolean equals(Object[] a, Object[] b);
  public static boolean deepEquals(Object[] a, Object[] b);
  public static int hashCode(Object[] items);
  public static int deepHashCode(Object[] items);
  public static String toString(Object[] items);
  public static String deepToString(Object[] items);
  public static <T> T[] copyOf(T[] items, int length);
  public static int[] copyOf(int[] items, int length);
  public static long[] copyOf(long[] items, int length);
  public static byte[] copyOf(byte[] items, int length);
  public static char[] copyOf(char[] items, int length);
  public static <T> T[] copyOfRange(T[] items, int start, int end);
  public static byte[] copyOfRange(byte[] items, int start, int end);
  public static char[] copyOfRange(char[] items, int start, int end);
  public static int[] copyOfRange(int[] items, int start, int end);
  public static int binarySearch(Object[] items, Object key);
}
public class Collections {
  public static <T> List<T> emptyList();
  public static <T> Set<T> emptySet();
  public static <K, V> Map<K, V> emptyMap();
  public static <T> Iterator<T> emptyIterator();
  public static <T> List<T> singletonList(T item);
  public static <T> Set<T> singleton(T item);
  public static <K, V> Map<K, V> singletonMap(K key, V value);
  public static <T> List<T> nCopies(int count, T item);
  public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> items);
  public static <T> List<T> unmodifiableList(List<? extends T> items);
  public static <T> Set<T> unmodifiableSet(Set<? extends T> items);
  public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> items);
  public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> items);
  public static <T> Collection<T> synchronizedCollection(Collection<T> items);
  public static <T> List<T> synchronizedList(List<T> items);
  public static <T> Set<T> synchronizedSet(Set<T> items);
  public static <K, V> Map<K, V> synchronizedMap(Map<K, V> items);
  public static <T> void sort(List<T> items);
  public static <T> void sort(List<T> items, Comparator<? super T> order);
  public static void reverse(List<?> items);
  public static void shuffle(List<?> items);
  public static void swap(List<?> items, int i, int j);
  public static <T> boolean addAll(Collection<? super T> target, T... items);
  public static <T> T max(Collection<? extends T> items);
  public static <T> T max(Collection<? extends T> items, Comparator<? super T> order);
  public static <T> T min(Collection<? extends T> items);
  public static <T> T min(Collection<? extends T> items, Comparator<? super T> order);
  public static <T> Comparator<T> reverseOrder();
  public static <T> Comparator<T> reverseOrder(Comparator<T> order);
  public static <T> Enumeration<T> enumeration(Collection<T> items);
  public static <T> ArrayList<T> list(Enumeration<T> items);
  public static <T> Set<T> newSetFromMap(Map<T, Boolean> map);
  public static int frequency(Collection<?> items, Object item);
  public static boolean disjoint(Collection<?> a, Collection<?> b);
  public static final List EMPTY_LIST;
  public static final Set EMPTY_SET;
  public static final Map EMPTY_MAP;
}
public final class Objects {
  public static boolean equals(Object a, Object b);
  public static boolean deepEquals(Object a, Object b);
  public static int hashCode(Object value);
  public static int hash(Object... values);
  public static String toString(Object value);
  public static String toString(Object value, String fallback);
  public static <T> int compare(T a, T b, Comparator<? super T> order);
  public static <T> T requireNonNull(T value);
  public static <T> T requireNonNull(T value, String message);
  public static <T> T requireNonNull(T value, Supplier<String> message);
  public static <T> T requireNonNullElse(T value, T fallback);
  public static boolean isNull(Object value);
  public static boolean nonNull(Object value);
}
public final class Optional<T> {
  public static <T> Optional<T> of(T value);
  public static <T> Optional<T> ofNullable(T value);
  public static <T> Optional<T> empty();
  public T get();
  public boolean isPresent();
  public boolean isEmpty();
  public void ifPresent(Consumer<? super T> action);
  public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise);
  public Optional<T> filter(Predicate<? super T> test);
  public <U> Optional<U> map(Function<? super T, ? extends U> change);
  public <U> Optional<U> flatMap(Function<? super T, Optional<U>> change);
  public Optional<T> or(Supplier<Optional<T>> other);
  public Stream<T> stream();
  public T orElse(T other);
  public T orElseGet(Supplier<? extends T> other);
  public T orElseThrow();
  public <X extends Throwable> T orElseThrow(Supplier<? extends X> error);
}
public final class OptionalInt { public int getAsInt(); public boolean isPresent(); public int orElse(int other); }
public final class OptionalLong { public long getAsLong(); public boolean isPresent(); public long orElse(long other); }
public final class OptionalDouble { public double getAsDouble(); public boolean isPresent(); public double orElse(double other); }
public final class StringJoiner { public StringJoiner(CharSequence separator) { } public StringJoiner add(CharSequence text); public int length(); public String toString(); }
public class StringTokenizer implements Enumeration<Object> { public boolean hasMoreTokens(); public String nextToken(); public int countTokens(); }
public final class Scanner implements Iterator<String>, Closeable { public boolean hasNextLine(); public String nextLine(); public String next(); public int nextInt(); public void close(); }
public class Random implements Serializable { public int nextInt(); public int nextInt(int bound); public long nextLong(); public double nextDouble(); public boolean nextBoolean(); public float nextFloat(); public void nextBytes(byte[] bytes); }
public final class UUID implements Comparable<UUID>, Serializable { public UUID(long high, long low) { } public static UUID randomUUID(); public static UUID fromString(String text); public long getMostSignificantBits(); public long getLeastSignificantBits(); }
public final class Locale implements Cloneable, Serializable {
  public static final Locale ROOT;
  public static final Locale ENGLISH;
  public static final Locale US;
  public static final Locale UK;
  public static final Locale FRENCH;
  public static final Locale GERMAN;
  public static final Locale JAPANESE;
  public Locale(String language) { }
  public Locale(String language, String country) { }
  public Locale(String language, String country, String variant) { }
  public static Locale getDefault();
  public static Locale forLanguageTag(String tag);
  public static Locale[] getAvailableLocales();
  public String getLanguage();
  public String getCountry();
  public String getVariant();
  public String toLanguageTag();
  public String getDisplayName();
}
public class Date implements Cloneable, Comparable<Date>, Serializable { public Date() { } public Date(long time) { } public long getTime(); public void setTime(long time); public boolean before(Date other); public boolean after(Date other); public int compareTo(Date other); public Instant toInstant(); public static Date from(Instant instant); }
public abstract class Calendar implements Cloneable, Comparable<Calendar>, Serializable {
  public static final int YEAR, MONTH, DATE, DAY_OF_MONTH, DAY_OF_YEAR, DAY_OF_WEEK, HOUR, HOUR_OF_DAY, MINUTE, SECOND, MILLISECOND, AM_PM, ERA, ZONE_OFFSET, DST_OFFSET, WEEK_OF_YEAR, WEEK_OF_MONTH;
  public static Calendar getInstance();
  public static Calendar getInstance(TimeZone zone);
  public static Calendar getInstance(Locale locale);
  public static Calendar getInstance(TimeZone zone, Locale locale);
  public final Date getTime();
  public final void setTime(Date date);
  public long getTimeInMillis();
  public void setTimeInMillis(long millis);
  public int get(int field);
  public void set(int field, int value);
  public abstract void add(int field, int amount);
  public void clear();
  public TimeZone getTimeZone();
  public void setTimeZone(TimeZone zone);
  public int getActualMaximum(int field);
  public int getActualMinimum(int field);
  public Object clone();
  public final Instant toInstant();
}
public class GregorianCalendar extends Calendar { }
public abstract class TimeZone implements Cloneable, Serializable { public static TimeZone getTimeZone(String id); public static TimeZone getDefault(); public String getID(); public int getRawOffset(); public int getOffset(long date); public boolean inDaylightTime(Date date); public String getDisplayName(); public ZoneId toZoneId(); }
public class BitSet implements Cloneable, Serializable { public boolean get(int index); public void set(int index); public void clear(int index); public int cardinality(); public int length(); public int nextSetBit(int from); }
public class Base64 { public static Encoder getEncoder(); public static Decoder getDecoder(); public static class Encoder { public byte[] encode(byte[] bytes); public String encodeToString(byte[] bytes); } public static class Decoder { public byte[] decode(byte[] bytes); public byte[] decode(String text); } }
public abstract class ResourceBundle { public static ResourceBundle getBundle(String name); public final String getString(String key); }
public class ServiceLoader<S> implements Iterable<S> { public static <S> ServiceLoader<S> load(Class<S> type); public Iterator<S> iterator(); }
public class Timer { public void schedule(TimerTask task, long delay); public void cancel(); }
public abstract class TimerTask implements Runnable { public boolean cancel(); }
public class Observable { public void notifyObservers(); }
public interface EventListener { }
public class EventObject implements Serializable { protected transient Object source; public Object getSource(); }
public class Formatter implements Closeable, Flushable { public Formatter format(String format, Object... args); public void close(); }
public interface Formattable { void formatTo(Formatter formatter, int flags, int width, int precision); }
public class FormattableFlags { public static final int LEFT_JUSTIFY, UPPERCASE, ALTERNATE; }
public final class Currency { public static Currency getInstance(String code); }
public class NoSuchElementException extends RuntimeException { }
public class InputMismatchException extends NoSuchElementException { }
public class ConcurrentModificationException extends RuntimeException { }
public class EmptyStackException extends RuntimeException { }
public class MissingResourceException extends RuntimeException { }

package java.util.function;
public interface Function<T, R> { R apply(T value); default <V> Function<V, R> compose(Function<? super V, ? extends T> before) { } default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) { } static <T> Function<T, T> identity() { } }
public interface BiFunction<T, U, R> { R apply(T a, U b); default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> after) { } }
public interface UnaryOperator<T> extends Function<T, T> { static <T> UnaryOperator<T> identity() { } }
public interface BinaryOperator<T> extends BiFunction<T, T, T> { }
public interface Supplier<T> { T get(); }
public interface Consumer<T> { void accept(T value); default Consumer<T> andThen(Consumer<? super T> after) { } }
public interface BiConsumer<T, U> { void accept(T a, U b); default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) { } }
public interface Predicate<T> { boolean test(T value); default Predicate<T> and(Predicate<? super T> other) { } default Predicate<T> or(Predicate<? super T> other) { } default Predicate<T> negate() { } static <T> Predicate<T> not(Predicate<? super T> test) { } static <T> Predicate<T> isEqual(Object value) { } }
public interface BiPredicate<T, U> { boolean test(T a, U b); default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) { } default BiPredicate<T, U> or(BiPredicate<? super T, ? super U> other) { } default BiPredicate<T, U> negate() { } }
public interface BooleanSupplier { boolean getAsBoolean(); }
public interface IntSupplier { int getAsInt(); }
public interface LongSupplier { long getAsLong(); }
public interface DoubleSupplier { double getAsDouble(); }
public interface IntConsumer { void accept(int value); default IntConsumer andThen(IntConsumer after) { } }
public interface LongConsumer { void accept(long value); default LongConsumer andThen(LongConsumer after) { } }
public interface DoubleConsumer { void accept(double value); default DoubleConsumer andThen(DoubleConsumer after) { } }
public interface ObjIntConsumer<T> { void accept(T a, int b); }
public interface ObjLongConsumer<T> { void accept(T a, long b); }
public interface ObjDoubleConsumer<T> { void accept(T a, double b); }
public interface IntPredicate { boolean test(int value); default IntPredicate and(IntPredicate other) { } default IntPredicate or(IntPredicate other) { } default IntPredicate negate() { } }
public interface LongPredicate { boolean test(long value); default LongPredicate and(LongPredicate other) { } default LongPredicate or(LongPredicate other) { } default LongPredicate negate() { } }
public interface DoublePredicate { boolean test(double value); default DoublePredicate and(DoublePredicate other) { } default DoublePredicate or(DoublePredicate other) { } default DoublePredicate negate() { } }
public interface IntFunction<R> { R apply(int value); }
public interface LongFunction<R> { R apply(long value); }
public interface DoubleFunction<R> { R apply(double value); }
public interface ToIntFunction<T> { int applyAsInt(T value); }
public interface ToLongFunction<T> { long applyAsLong(T value); }
public interface ToDoubleFunction<T> { double applyAsDouble(T value); }
public interface ToIntBiFunction<T, U> { int applyAsInt(T a, U b); }
public interface ToLongBiFunction<T, U> { long applyAsLong(T a, U b); }
public interface ToDoubleBiFunction<T, U> { double applyAsDouble(T a, U b); }
public interface IntToLongFunction { long applyAsLong(int value); }
public interface IntToDoubleFunction { double applyAsDouble(int value); }
public interface LongToIntFunction { int applyAsInt(long value); }
public interface LongToDoubleFunction { double applyAsDouble(long value); }
public interface DoubleToIntFunction { int applyAsInt(double value); }
public interface DoubleToLongFunction { long applyAsLong(double value); }
public interface IntUnaryOperator { int applyAsInt(int value); default IntUnaryOperator compose(IntUnaryOperator before) { } default IntUnaryOperator andThen(IntUnaryOperator after) { } static IntUnaryOperator identity() { } }
public interface LongUnaryOperator { long applyAsLong(long value); default LongUnaryOperator compose(LongUnaryOperator before) { } default LongUnaryOperator andThen(LongUnaryOperator after) { } static LongUnaryOperator identity() { } }
public interface DoubleUnaryOperator { double applyAsDouble(double value); default DoubleUnaryOperator compose(DoubleUnaryOperator before) { } default DoubleUnaryOperator andThen(DoubleUnaryOperator after) { } static DoubleUnaryOperator identity() { } }
public interface IntBinaryOperator { int applyAsInt(int a, int b); }
public interface LongBinaryOperator { long applyAsLong(long a, long b); }
public interface DoubleBinaryOperator { double applyAsDouble(double a, double b); }

package java.util.stream;
public interface BaseStream<T, S> extends AutoCloseable { Iterator<T> iterator(); S parallel(); S sequential(); S unordered(); S onClose(Runnable action); void close(); boolean isParallel(); }
public interface Stream<T> extends BaseStream<T, Stream<T>> {
  Stream<T> filter(Predicate<? super T> test);
  <R> Stream<R> map(Function<? super T, ? extends R> change);
  IntStream mapToInt(ToIntFunction<? super T> change);
  LongStream mapToLong(ToLongFunction<? super T> change);
  DoubleStream mapToDouble(ToDoubleFunction<? super T> change);
  <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> change);
  Stream<T> distinct();
  Stream<T> sorted();
  Stream<T> sorted(Comparator<? super T> order);
  Stream<T> peek(Consumer<? super T> action);
  Stream<T> limit(long count);
  Stream<T> skip(long count);
  Stream<T> takeWhile(Predicate<? super T> test);
  Stream<T> dropWhile(Predicate<? super T> test);
  void forEach(Consumer<? super T> action);
  void forEachOrdered(Consumer<? super T> action);
  Object[] toArray();
  <A> A[] toArray(IntFunction<A[]> maker);
  T reduce(T start, BinaryOperator<T> join);
  Optional<T> reduce(BinaryOperator<T> join);
  <U> U reduce(U start, BiFunction<U, ? super T, U> join, BinaryOperator<U> combine);
  <R, A> R collect(Collector<? super T, A, R> collector);
  <R> R collect(Supplier<R> make, BiConsumer<R, ? super T> add, BiConsumer<R, R> combine);
  List<T> toList();
  Optional<T> min(Comparator<? super T> order);
  Optional<T> max(Comparator<? super T> order);
  long count();
  boolean anyMatch(Predicate<? super T> test);
  boolean allMatch(Predicate<? super T> test);
  boolean noneMatch(Predicate<? super T> test);
  Optional<T> findFirst();
  Optional<T> findAny();
  static <T> Stream<T> of(T... items) { }
  static <T> Stream<T> empty() { }
  static <T> Stream<T> concat(Stream<? extends T> a, Stream<? extends T> b) { }
  static <T> Stream<T> generate(Supplier<? extends T> make) { }
  static <T> Stream<T> iterate(T seed, UnaryOperator<T> change) { }
}
public interface IntStream extends BaseStream<Integer, IntStream> {
  IntStream filter(IntPredicate test);
  IntStream map(IntUnaryOperator change);
  <U> Stream<U> mapToObj(IntFunction<? extends U> change);
  LongStream asLongStream();
  DoubleStream asDoubleStream();
  Stream<Integer> boxed();
  IntStream distinct();
  IntStream sorted();
  IntStream limit(long count);
  IntStream skip(long count);
  void forEach(IntConsumer action);
  int[] toArray();
  int sum();
  OptionalInt min();
  OptionalInt max();
  long count();
  OptionalDouble average();
  boolean anyMatch(IntPredicate test);
  boolean allMatch(IntPredicate test);
  boolean noneMatch(IntPredicate test);
  OptionalInt findFirst();
  int reduce(int start, IntBinaryOperator join);
  static IntStream range(int start, int end) { }
  static IntStream rangeClosed(int start, int end) { }
  static IntStream of(int... items) { }
}
public interface LongStream extends BaseStream<Long, LongStream> { long sum(); LongStream filter(LongPredicate test); <U> Stream<U> mapToObj(LongFunction<? extends U> change); Stream<Long> boxed(); long[] toArray(); long count(); static LongStream range(long start, long end) { } static LongStream of(long... items) { } }
public interface DoubleStream extends BaseStream<Double, DoubleStream> { double sum(); DoubleStream filter(DoublePredicate test); <U> Stream<U> mapToObj(DoubleFunction<? extends U> change); Stream<Double> boxed(); double[] toArray(); long count(); OptionalDouble average(); static DoubleStream of(double... items) { } }
public interface Collector<T, A, R> {
  static <T, R> Collector<T, R, R> of(Supplier<R> make, BiConsumer<R, T> add, BinaryOperator<R> join, Collector.Characteristics... traits) { }
  static <T, A, R> Collector<T, A, R> of(Supplier<A> make, BiConsumer<A, T> add, BinaryOperator<A> join, Function<A, R> finish, Collector.Characteristics... traits) { }
  enum Characteristics { CONCURRENT, UNORDERED, IDENTITY_FINISH }
  Supplier<A> supplier(); BiConsumer<A, T> accumulator(); BinaryOperator<A> combiner(); Function<A, R> finisher(); }
public final class Collectors {
  public static <T> Collector<T, ?, List<T>> toList();
  public static <T> Collector<T, ?, Set<T>> toSet();
  public static <T> Collector<T, ?, List<T>> toUnmodifiableList();
  public static <T, C> Collector<T, ?, C> toCollection(Supplier<C> make);
  public static Collector<CharSequence, ?, String> joining();
  public static Collector<CharSequence, ?, String> joining(CharSequence separator);
  public static Collector<CharSequence, ?, String> joining(CharSequence separator, CharSequence prefix, CharSequence suffix);
  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value);
  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> join);
  public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key);
  public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> test);
  public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> change, Collector<? super U, A, R> then);
  public static <T> Collector<T, ?, Long> counting();
}
public final class StreamSupport { public static <T> Stream<T> stream(Spliterator<T> items, boolean parallel); }

package java.util.concurrent;
public interface Callable<V> { V call(); }
public interface Executor { void execute(Runnable task); }
public interface ExecutorService extends Executor {
  void shutdown();
  List<Runnable> shutdownNow();
  boolean isShutdown();
  boolean isTerminated();
  boolean awaitTermination(long time, TimeUnit unit);
  <T> Future<T> submit(Callable<T> task);
  Future<?> submit(Runnable task);
  <T> Future<T> submit(Runnable task, T result);
  <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks);
  <T> T invokeAny(Collection<? extends Callable<T>> tasks);
}
public interface ScheduledExecutorService extends ExecutorService {
  ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit);
  <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit);
  ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit);
  ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long period, TimeUnit unit);
}
public class ThreadPoolExecutor implements ExecutorService { }
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService { public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value); public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value); }
public class ForkJoinPool implements ExecutorService { public static ForkJoinPool commonPool(); }
public class Executors {
  public static ExecutorService newFixedThreadPool(int threads);
  public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory);
  public static ExecutorService newCachedThreadPool();
  public static ExecutorService newSingleThreadExecutor();
  public static ScheduledExecutorService newScheduledThreadPool(int threads);
  public static ScheduledExecutorService newSingleThreadScheduledExecutor();
  public static ThreadFactory defaultThreadFactory();
  public static <T> Callable<T> callable(Runnable task, T result);
}
public interface ThreadFactory { Thread newThread(Runnable task); }
public interface Future<V> { V get(); V get(long time, TimeUnit unit); boolean cancel(boolean interrupt); boolean isDone(); boolean isCancelled(); }
public interface Delayed extends Comparable<Delayed> { long getDelay(TimeUnit unit); }
public interface ScheduledFuture<V> extends Delayed, Future<V> { }
public interface RunnableFuture<V> extends Runnable, Future<V> { }
public class FutureTask<V> implements RunnableFuture<V> { public FutureTask(Callable<V> task) { } public FutureTask(Runnable task, V result) { } }
public interface CompletionStage<T> { }
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> task);
  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> task, Executor executor);
  public static CompletableFuture<Void> runAsync(Runnable task);
  public static <U> CompletableFuture<U> completedFuture(U value);
  public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> change);
  public CompletableFuture<Void> thenAccept(Consumer<? super T> action);
  public CompletableFuture<Void> thenRun(Runnable action);
  public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> change);
  public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> change);
  public T join();
  public boolean complete(T value);
  public boolean completeExceptionally(Throwable error);
}
public interface BlockingQueue<E> extends Queue<E> { void put(E item); E take(); boolean offer(E item, long time, TimeUnit unit); E poll(long time, TimeUnit unit); }
public class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> { }
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> { }
public interface ConcurrentMap<K, V> extends Map<K, V> { V putIfAbsent(K key, V value); }
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, Serializable { public static <T> Set<T> newKeySet(); }
public class ConcurrentSkipListMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> { }
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements Queue<E> { }
public class CopyOnWriteArrayList<E> implements List<E>, RandomAccess { public boolean addIfAbsent(E item); }
public class CopyOnWriteArraySet<E> extends AbstractSet<E> { }
public class CountDownLatch { public CountDownLatch(int count) { } public void await(); public boolean await(long time, TimeUnit unit); public void countDown(); public long getCount(); }
public class Semaphore { public void acquire(); public boolean tryAcquire(); public void release(); }
public class ThreadLocalRandom extends Random { public static ThreadLocalRandom current(); }
public enum TimeUnit { NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS; public long toNanos(long value); public long toMicros(long value); public long toMillis(long value); public long toSeconds(long value); public long toMinutes(long value); public long toHours(long value); public long toDays(long value); public long convert(long value, TimeUnit unit); public void sleep(long value); }
public class ExecutionException extends Exception { }
public class TimeoutException extends Exception { }
public class CancellationException extends IllegalStateException { }
public class CompletionException extends RuntimeException { }
public class RejectedExecutionException extends RuntimeException { }

package java.util.concurrent.atomic;
public class AtomicInteger extends Number { public final int get(); public final void set(int value); public final int getAndSet(int value); public final int incrementAndGet(); public final int getAndIncrement(); public final int decrementAndGet(); public final int getAndDecrement(); public final int addAndGet(int value); public final int getAndAdd(int value); public final boolean compareAndSet(int expected, int value); }
public class AtomicLong extends Number { public final long get(); public final void set(long value); public final long getAndSet(long value); public final long incrementAndGet(); public final long getAndIncrement(); public final long decrementAndGet(); public final long addAndGet(long value); public final long getAndAdd(long value); public final boolean compareAndSet(long expected, long value); }
public class AtomicBoolean { public final boolean get(); public final void set(boolean value); public final boolean getAndSet(boolean value); public final boolean compareAndSet(boolean expected, boolean value); }
public class AtomicReference<V> { public final V get(); public final void set(V value); public final V getAndSet(V value); public final boolean compareAndSet(V expected, V value); public final V updateAndGet(UnaryOperator<V> change); }

package java.util.concurrent.locks;
public interface Lock { void lock(); void lockInterruptibly(); boolean tryLock(); boolean tryLock(long time, TimeUnit unit); void unlock(); Condition newCondition(); }
public interface Condition { void await(); void signal(); void signalAll(); }
public interface ReadWriteLock { Lock readLock(); Lock writeLock(); }
public class ReentrantLock implements Lock, Serializable { public boolean isLocked(); public boolean isHeldByCurrentThread(); }
public class ReentrantReadWriteLock implements ReadWriteLock, Serializable { }
public class StampedLock { public Lock asReadLock(); public Lock asWriteLock(); public ReadWriteLock asReadWriteLock(); public long readLock(); public long writeLock(); public void unlock(long stamp); }

package java.util.regex;
public final class Pattern implements Serializable { public static final int CASE_INSENSITIVE, DOTALL, MULTILINE, UNICODE_CASE, COMMENTS, LITERAL; public static Pattern compile(String pattern); public static Pattern compile(String pattern, int flags); public Matcher matcher(CharSequence text); public static boolean matches(String pattern, CharSequence text); public static String quote(String text); public String pattern(); public String[] split(CharSequence text); public Predicate<String> asPredicate(); public int flags(); }
public interface MatchResult { int start(); int end(); String group(); String group(int number); int groupCount(); }
public final class Matcher implements MatchResult { public boolean matches(); public boolean find(); public boolean find(int start); public boolean lookingAt(); public String group(); public String group(int number); public String group(String name); public int groupCount(); public int start(); public int start(int number); public int end(); public int end(int number); public String replaceAll(String text); public String replaceFirst(String text); public Matcher reset(); public Matcher reset(CharSequence text); public Matcher appendReplacement(StringBuffer target, String text); public StringBuffer appendTail(StringBuffer target); public static String quoteReplacement(String text); public boolean hitEnd(); public Matcher region(int start, int end); }
public class PatternSyntaxException extends IllegalArgumentException { }

package java.util.zip;
public interface Checksum { void update(int b); void update(byte[] bytes, int offset, int count); long getValue(); void reset(); }
public class CRC32 implements Checksum { public void update(byte[] bytes); }
public class Adler32 implements Checksum { }
public class CheckedInputStream extends FilterInputStream { public Checksum getChecksum(); }
public class CheckedOutputStream extends FilterOutputStream { public Checksum getChecksum(); }
public class GZIPInputStream extends FilterInputStream { }
public class GZIPOutputStream extends FilterOutputStream { }
public class ZipEntry { public String getName(); public boolean isDirectory(); public long getSize(); }
public class ZipInputStream extends FilterInputStream { public ZipEntry getNextEntry(); }
public class ZipFile implements Closeable { public InputStream getInputStream(ZipEntry entry); public void close(); }

package java.text;
public abstract class Format implements Serializable, Cloneable { public final String format(Object value); public abstract StringBuffer format(Object value, StringBuffer target, FieldPosition position); public Object parseObject(String text); public abstract Object parseObject(String text, ParsePosition position); }
public abstract class DateFormat extends Format { public static final int SHORT, MEDIUM, LONG, FULL; public final String format(Date date); public Date parse(String text); public void setTimeZone(TimeZone zone); public static DateFormat getDateInstance(int style, Locale locale); public static DateFormat getTimeInstance(int style, Locale locale); public static DateFormat getDateTimeInstance(int date, int time, Locale locale); }
public class SimpleDateFormat extends DateFormat { public SimpleDateFormat(String pattern) { } public SimpleDateFormat(String pattern, Locale locale) { } public String toPattern(); }
public abstract class NumberFormat extends Format { public static NumberFormat getInstance(); public static NumberFormat getInstance(Locale locale); public final String format(double value); public final String format(long value); public Number parse(String text); }
public class DecimalFormat extends NumberFormat { }
public class MessageFormat extends Format { public static String format(String pattern, Object... args); public void applyPattern(String pattern); public String toPattern(); }
public class FieldPosition { public int getBeginIndex(); public int getEndIndex(); }
public class ParsePosition { public ParsePosition(int index) { } public int getIndex(); public void setIndex(int index); public int getErrorIndex(); public void setErrorIndex(int index); }
public class ParseException extends Exception { public int getErrorOffset(); }
public class DateFormatSymbols { public static DateFormatSymbols getInstance(Locale locale); public String[] getMonths(); public String[] getWeekdays(); public String[] getShortMonths(); public String[] getEras(); public String[][] getZoneStrings(); }
public final class Normalizer { public static String normalize(CharSequence text, Form form); public enum Form { NFD, NFC, NFKD, NFKC } }
public abstract class Collator implements Comparator<Object>, Cloneable { public static Collator getInstance(); public static Collator getInstance(Locale locale); }

package java.time;
public interface ChronoSource { }
public final class Instant implements Comparable<Instant>, Serializable { public static Instant now(); public static Instant ofEpochMilli(long millis); public static Instant ofEpochSecond(long seconds); public static Instant parse(CharSequence text); public long toEpochMilli(); public long getEpochSecond(); public int getNano(); public boolean isAfter(Instant other); public boolean isBefore(Instant other); public Instant plus(Duration duration); public Instant minus(Duration duration); public Instant plusMillis(long millis); public Instant plusSeconds(long seconds); public ZonedDateTime atZone(ZoneId zone); }
public final class Duration implements Comparable<Duration>, Serializable { public static final Duration ZERO; public static Duration ofMillis(long millis); public static Duration ofSeconds(long seconds); public static Duration ofSeconds(long seconds, long nanos); public static Duration ofMinutes(long minutes); public static Duration ofHours(long hours); public static Duration ofDays(long days); public static Duration ofNanos(long nanos); public static Duration between(Instant a, Instant b); public long toMillis(); public long toNanos(); public long toMinutes(); public long toHours(); public long toDays(); public long getSeconds(); public int getNano(); public boolean isNegative(); public boolean isZero(); public Duration plus(Duration other); public Duration minus(Duration other); public Duration negated(); }
public final class LocalDate implements Comparable<LocalDate>, Serializable { public static LocalDate now(); public static LocalDate of(int year, int month, int day); public static LocalDate parse(CharSequence text); public LocalDate plusDays(long days); public LocalDate minusDays(long days); public LocalDate plusMonths(long months); public int getYear(); public int getDayOfMonth(); public int getMonthValue(); public boolean isBefore(LocalDate other); public boolean isAfter(LocalDate other); public LocalDateTime atStartOfDay(); }
public final class LocalTime implements Comparable<LocalTime>, Serializable { public static LocalTime now(); public static LocalTime of(int hour, int minute); }
public final class LocalDateTime implements Comparable<LocalDateTime>, Serializable { public static LocalDateTime now(); public static LocalDateTime parse(CharSequence text); public ZonedDateTime atZone(ZoneId zone); public LocalDate toLocalDate(); public LocalDateTime plusDays(long days); public LocalDateTime minusDays(long days); }
public final class ZonedDateTime implements Comparable<ZonedDateTime>, Serializable { public static ZonedDateTime now(); public Instant toInstant(); public LocalDate toLocalDate(); public LocalDateTime toLocalDateTime(); }
public final class OffsetDateTime implements Comparable<OffsetDateTime>, Serializable { public static OffsetDateTime now(); public Instant toInstant(); }
public abstract class ZoneId implements Serializable { public static ZoneId systemDefault(); public static ZoneId of(String id); public String getId(); }
public final class ZoneOffset extends ZoneId { public static final ZoneOffset UTC; }
public final class Period implements Serializable { public static Period ofDays(int days); public int getDays(); }
public enum DayOfWeek { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY }
public enum Month { JANUARY, FEBRUARY, MARCH, APRIL, MAY, JUNE, JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER }

package java.time.format;
public final class DateTimeFormatter { public static DateTimeFormatter ofPattern(String pattern); public static final DateTimeFormatter ISO_DATE; }

package java.math;
public class BigInteger extends Number implements Comparable<BigInteger> { public static final BigInteger ZERO; public static final BigInteger ONE; public static final BigInteger TEN; public BigInteger(String text) { } public BigInteger(String text, int radix) { } public static BigInteger valueOf(long value); public BigInteger add(BigInteger other); public BigInteger subtract(BigInteger other); public BigInteger multiply(BigInteger other); public BigInteger divide(BigInteger other); public BigInteger mod(BigInteger other); public BigInteger pow(int exponent); public BigInteger negate(); public BigInteger shiftLeft(int count); public int signum(); public int bitLength(); public int compareTo(BigInteger other); public byte[] toByteArray(); public long longValueExact(); }
public class BigDecimal extends Number implements Comparable<BigDecimal> { public static final BigDecimal ZERO; public static final BigDecimal ONE; public BigDecimal(String text) { } public static BigDecimal valueOf(long value); public static BigDecimal valueOf(double value); public BigDecimal add(BigDecimal other); public BigDecimal subtract(BigDecimal other); public BigDecimal multiply(BigDecimal other); public BigDecimal divide(BigDecimal other); public BigDecimal setScale(int scale); public BigDecimal setScale(int scale, RoundingMode mode); public int compareTo(BigDecimal other); public int scale(); public int signum(); public String toPlainString(); }
public enum RoundingMode { UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN, UNNECESSARY }
public final class MathContext { public static final MathContext DECIMAL128; }

package java.security;
public abstract class MessageDigest { public static MessageDigest getInstance(String name); public void update(byte value); public void update(byte[] bytes); public void update(byte[] bytes, int offset, int count); public byte[] digest(); public byte[] digest(byte[] bytes); public void reset(); }
public interface PrivilegedAction<T> { T run(); }
public class GeneralSecurityException extends Exception { }
public class NoSuchAlgorithmException extends GeneralSecurityException { }
public class SecureRandom extends Random { }

package java.beans;
public interface PropertyChangeListener extends EventListener { void propertyChange(PropertyChangeEvent event); }
public class PropertyChangeEvent extends EventObject { public String getPropertyName(); public Object getOldValue(); public Object getNewValue(); }
public class PropertyChangeSupport implements Serializable { public void addPropertyChangeListener(PropertyChangeListener listener); public void removePropertyChangeListener(PropertyChangeListener listener); public void firePropertyChange(String name, Object old, Object value); }
