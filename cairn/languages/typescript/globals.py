"""Names that the language, browsers and Node provide."""

from __future__ import annotations

GLOBALS = frozenset(
    """
    AbortController AbortSignal AggregateError Array ArrayBuffer AsyncFunction AsyncGenerator Atomics BigInt
    BigInt64Array BigUint64Array Blob Boolean BroadcastChannel Buffer Bun ByteLengthQueuingStrategy CSS CSSStyleSheet
    CompressionStream CountQueuingStrategy Crypto CustomEvent DOMException DOMParser DOMRect DataView Date
    DecompressionStream Deno Document DocumentFragment Element Error EvalError Event EventSource EventTarget File
    FileList FileReader FinalizationRegistry Float32Array Float64Array FocusEvent FormData Function Generator
    HTMLElement Headers History Image Infinity Int16Array Int32Array Int8Array IntersectionObserver Intl Iterator JSON
    KeyboardEvent Location Map Math MessageChannel MessageEvent MessagePort MouseEvent MutationObserver NaN Node
    NodeList Notification Number Object Performance PerformanceObserver PointerEvent Promise Proxy RangeError
    ReadableStream ReferenceError Reflect RegExp Request ResizeObserver Response SharedArrayBuffer SharedWorker Storage
    String Symbol SyntaxError TextDecoder TextDecoderStream TextEncoder TextEncoderStream TouchEvent TransformStream
    TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
    WebAssembly WebSocket Window Worker WritableStream XMLHttpRequest XMLSerializer __dirname __filename alert arguments
    atob btoa caches cancelAnimationFrame cancelIdleCallback clearImmediate clearInterval clearTimeout confirm console
    crypto customElements decodeURI decodeURIComponent document encodeURI encodeURIComponent escape eval event exports
    fetch getComputedStyle global globalThis history import indexedDB isFinite isNaN localStorage location matchMedia
    module navigator parseFloat parseInt performance process prompt queueMicrotask requestAnimationFrame
    requestIdleCallback require screen self sessionStorage setImmediate setInterval setTimeout structuredClone undefined
    unescape window
    """.split()
)  # fmt: skip
