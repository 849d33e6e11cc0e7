// The built-in types of the language, as far as knowing them tells what a call or an element is. Never run; read like any other file.

interface undefined {}
interface boolean {}
interface symbol {}
interface Object { toString(): string; hasOwnProperty(key: string): boolean; valueOf(): Object; }
interface Function { call(...args: any[]): any; apply(...args: any[]): any; bind(...args: any[]): any; toString(): string; name: string; length: number; }
interface number { toString(radix?: number): string; toFixed(digits?: number): string; toPrecision(digits?: number): string; toLocaleString(): string; valueOf(): number; }
interface bigint { toString(): string; }
interface Number extends number {}
interface Boolean extends boolean {}
interface String extends string {}
interface string {
  length: number;
  [index: number]: string;
  [Symbol.iterator](): Iterator<string>;
  at(index: number): string; charAt(index: number): string; charCodeAt(index: number): number; codePointAt(index: number): number;
  concat(...parts: string[]): string; endsWith(part: string): boolean; includes(part: string): boolean; indexOf(part: string): number;
  lastIndexOf(part: string): number; localeCompare(other: string): number; match(pattern: RegExp): Array<string>; matchAll(pattern: RegExp): Iterator<Array<string>>;
  normalize(form?: string): string; padEnd(width: number, fill?: string): string; padStart(width: number, fill?: string): string;
  repeat(count: number): string; replace(pattern: any, by: any): string; replaceAll(pattern: any, by: any): string; search(pattern: RegExp): number;
  slice(start?: number, end?: number): string; split(separator: any, limit?: number): Array<string>; startsWith(part: string): boolean;
  substr(start: number, length?: number): string; substring(start: number, end?: number): string; toLowerCase(): string; toUpperCase(): string;
  toLocaleLowerCase(): string; toLocaleUpperCase(): string; toString(): string; trim(): string; trimEnd(): string; trimStart(): string; valueOf(): string;
}
interface RegExp { exec(text: string): Array<string>; test(text: string): boolean; source: string; flags: string; lastIndex: number; toString(): string; }
interface Iterable<T> { [Symbol.iterator](): Iterator<T>; }
interface Iterator<T, R = any, N = any> { next(value?: any): T; return(value?: any): T; throw(error?: any): T; [Symbol.iterator](): Iterator<T>;
  map<U>(f: (value: T) => U): Iterator<U>; filter(f: (value: T) => boolean): Iterator<T>; forEach(f: (value: T) => void): void; toArray(): Array<T>; }
interface IterableIterator<T> extends Iterator<T> {}
interface MapIterator<T> extends Iterator<T> {}
interface SetIterator<T> extends Iterator<T> {}
interface Generator<T, R = any, N = any> extends Iterator<T> {}
interface AsyncIterable<T> { [Symbol.asyncIterator](): Iterator<T>; }
interface AsyncIterator<T> { next(value?: any): T; [Symbol.asyncIterator](): Iterator<T>; }
interface AsyncIterableIterator<T> extends AsyncIterator<T> {}
interface AsyncGenerator<T, R = any, N = any> extends AsyncIterator<T> {}
interface ArrayLike<T> { length: number; [index: number]: T; }
interface ReadonlyArray<T> {
  length: number;
  [index: number]: T;
  [Symbol.iterator](): Iterator<T>;
  at(index: number): T; concat(...items: any[]): Array<T>; entries(): Iterator<[number, T]>; every(f: (value: T, index: number, array: Array<T>) => boolean): boolean;
  filter(f: (value: T, index: number, array: Array<T>) => boolean): Array<T>; find(f: (value: T, index: number, array: Array<T>) => boolean): T;
  findIndex(f: (value: T, index: number, array: Array<T>) => boolean): number; findLast(f: (value: T, index: number) => boolean): T;
  findLastIndex(f: (value: T, index: number) => boolean): number;
  flat(depth?: number): Array<T>; flatMap<U>(f: (value: T, index: number, array: Array<T>) => ReadonlyArray<U> | U): Array<U>;
  forEach(f: (value: T, index: number, array: Array<T>) => void): void; includes(value: T): boolean; indexOf(value: T): number; join(separator?: string): string;
  keys(): Iterator<number>; lastIndexOf(value: T): number; map<U>(f: (value: T, index: number, array: Array<T>) => U): Array<U>;
  reduce<U = T>(f: (sum: U, value: T, index: number, array: Array<T>) => U, start?: U): U; reduceRight<U = T>(f: (sum: U, value: T, index: number) => U, start?: U): U;
  slice(start?: number, end?: number): Array<T>; some(f: (value: T, index: number, array: Array<T>) => boolean): boolean;
  toReversed(): Array<T>; toSorted(f?: (a: T, b: T) => number): Array<T>; toString(): string; values(): Iterator<T>; with(index: number, value: T): Array<T>;
}
interface Array<T> extends ReadonlyArray<T> {
  copyWithin(target: number, start: number): Array<T>; fill(value: T, start?: number, end?: number): Array<T>; pop(): T; push(...items: T[]): number; reverse(): Array<T>;
  shift(): T; sort(f?: (a: T, b: T) => number): Array<T>; splice(start: number, count?: number, ...items: T[]): Array<T>; unshift(...items: T[]): number;
}
interface ReadonlyMap<K, V> {
  size: number;
  [Symbol.iterator](): Iterator<[K, V]>;
  entries(): Iterator<[K, V]>; forEach(f: (value: V, key: K, map: Map<K, V>) => void): void; get(key: K): V; has(key: K): boolean; keys(): Iterator<K>; values(): Iterator<V>;
}
declare class Map<K, V> implements ReadonlyMap<K, V> {
  constructor(entries?: Iterable<[K, V]>);
  clear(): void; delete(key: K): boolean; set(key: K, value: V): Map<K, V>;
}
declare class WeakMap<K, V> { constructor(entries?: Iterable<[K, V]>); delete(key: K): boolean; get(key: K): V; has(key: K): boolean; set(key: K, value: V): WeakMap<K, V>; }
interface ReadonlySet<T> {
  size: number;
  [Symbol.iterator](): Iterator<T>;
  entries(): Iterator<[T, T]>; forEach(f: (value: T, again: T, set: Set<T>) => void): void; has(value: T): boolean; keys(): Iterator<T>; values(): Iterator<T>;
}
declare class Set<T> implements ReadonlySet<T> {
  constructor(items?: Iterable<T>);
  add(value: T): Set<T>; clear(): void; delete(value: T): boolean; union(other: Set<T>): Set<T>; intersection(other: Set<T>): Set<T>; difference(other: Set<T>): Set<T>;
}
declare class WeakSet<T> { constructor(items?: Iterable<T>); add(value: T): WeakSet<T>; delete(value: T): boolean; has(value: T): boolean; }
declare class WeakRef<T> { constructor(target: T); deref(): T; }
interface PromiseLike<T> { then<U>(f?: (value: T) => PromiseLike<U> | U, g?: (reason: any) => any): Promise<U>; }
declare class Promise<T> implements PromiseLike<T> {
  constructor(f: (resolve: (value: T) => void, reject: (reason?: any) => void) => void);
  then<U>(f?: (value: T) => PromiseLike<U> | U, g?: (reason: any) => any): Promise<U>;
  catch(f?: (reason: any) => any): Promise<T>;
  finally(f?: () => void): Promise<T>;
  static resolve<U>(value?: PromiseLike<U> | U): Promise<U>;
  static reject(reason?: any): Promise<any>;
  static all<U>(values: Iterable<PromiseLike<U> | U>): Promise<Array<U>>;
  static allSettled<U>(values: Iterable<PromiseLike<U> | U>): Promise<Array<{ status: string; value: U; reason: any }>>;
  static race<U>(values: Iterable<PromiseLike<U> | U>): Promise<U>;
  static any<U>(values: Iterable<PromiseLike<U> | U>): Promise<U>;
}
declare class Error { constructor(message?: string); message: string; name: string; stack: string; cause: any; toString(): string; static captureStackTrace(target: any): void; }
declare class TypeError extends Error {}
declare class RangeError extends Error {}
declare class SyntaxError extends Error {}
declare class ReferenceError extends Error {}
declare class Date { constructor(...args: any[]); getTime(): number; toISOString(): string; toString(): string; valueOf(): number; static now(): number; }
declare class URL { constructor(url: string, base?: string); href: string; host: string; hostname: string; pathname: string; search: string; searchParams: URLSearchParams; toString(): string; }
declare class URLSearchParams { constructor(init?: any); get(name: string): string; set(name: string, value: string): void; append(name: string, value: string): void; has(name: string): boolean; toString(): string; forEach(f: (value: string, key: string) => void): void; }
declare class AbortController { signal: AbortSignal; abort(reason?: any): void; }
interface AbortSignal { aborted: boolean; reason: any; addEventListener(kind: string, f: () => void): void; removeEventListener(kind: string, f: () => void): void; throwIfAborted(): void; }
type Awaited<T> = T;
type Partial<T> = T;
type Required<T> = T;
type Readonly<T> = T;
type Pick<T, K> = T;
type Omit<T, K> = T;
type NonNullable<T> = T;
type Exclude<T, U> = T;
type Extract<T, U> = T;
type OmitThisParameter<T> = T;
type NoInfer<T> = T;
type ThisType<T> = T;
type Record<K, V> = { [key: string]: V };
type Uppercase<T> = string;
type Lowercase<T> = string;
type Capitalize<T> = string;
interface ObjectConstructor {
  keys(value: any): Array<string>; values<V>(value: { [key: string]: V }): Array<V>; entries<V>(value: { [key: string]: V }): Array<[string, V]>;
  assign<T>(target: T, ...sources: any[]): T; freeze<T>(value: T): T; seal<T>(value: T): T; create<T>(value: T): T; fromEntries<V>(entries: Iterable<[string, V]>): Record<string, V>;
  getOwnPropertyNames(value: any): Array<string>; defineProperty<T>(target: T, key: any, descriptor: any): T; is(a: any, b: any): boolean; hasOwn(value: any, key: any): boolean;
}
declare const Object: ObjectConstructor;
interface ArrayConstructor { from<T>(items: Iterable<T>): Array<T>; of<T>(...items: T[]): Array<T>; isArray(value: any): boolean; }
declare const Array: ArrayConstructor;
declare function structuredClone<T>(value: T): T;
declare function String(value?: any): string;
declare function Number(value?: any): number;
declare function Boolean(value?: any): boolean;
declare function parseInt(text: string, radix?: number): number;
declare function parseFloat(text: string): number;
