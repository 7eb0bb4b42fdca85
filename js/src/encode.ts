// Values of JavaScript, written into the memory of the module as module/value_stream.h says.
//
// Only what JSON has, `Map` and `Date` are taken; anything else is a TypeError that names its
// path, such as `$.user.tags[2]`.

const enum Tag { Null, False, True, Int32, Double, Int64, Text, List, Map }

// Deeper than any limit of the module, and far from the end of the stack.
const MAX_DEPTH = 1000;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
// Texts up to this length are copied here; a call of the encoder costs more.
const SHORT_TEXT = 48;

const encoder = new TextEncoder();

/** Gives room for `size` bytes in the memory of the module, keeping what was written. */
export interface Room {
  (size: number): { bytes: Uint8Array; view: DataView; start: number };
}

export class Encoder {
  private bytes: Uint8Array = new Uint8Array(0);
  private view: DataView = new DataView(this.bytes.buffer);
  private at = 0;
  private start = 0;
  private end = 0;
  private readonly ancestors: object[] = [];
  private readonly path: (string | number)[] = [];

  constructor(private readonly room: Room) {}

  /** Begins at the start of the input. */
  begin(): this {
    this.at = this.start;
    // The memory may have moved since the last time.
    this.take(Math.max(this.end - this.start, 4096));
    this.ancestors.length = 0;
    this.path.length = 0;
    return this;
  }

  /** The bytes of a text, and how many they are. */
  raw(text: string): number {
    this.reserve(text.length * 3);
    const before = this.at;
    this.write(text);
    return this.at - before;
  }

  /** A map whose entries are those of an object, a `Map`, or nothing. */
  map(value: unknown): void {
    if (value === undefined || value === null) {
      this.reserve(5);
      this.head(Tag.Map, 0);
    } else if (Array.isArray(value) || typeof value !== "object" || value instanceof Date) {
      throw new TypeError(`$ must be an object or a Map, not ${describe(value)}`);
    } else {
      this.value(value);
    }
  }

  /** A map with one value under the empty key. */
  wrapped(value: unknown): void {
    this.reserve(9);
    this.head(Tag.Map, 1);
    this.view.setUint32(this.at, 0, true);
    this.at += 4;
    this.value(value);
  }

  private value(value: unknown): void {
    switch (typeof value) {
      case "string":
        this.reserve(5 + value.length * 3);
        this.bytes[this.at++] = Tag.Text;
        this.text(value);
        return;
      case "number":
        return this.number(value);
      case "boolean":
        this.reserve(1);
        this.bytes[this.at++] = value ? Tag.True : Tag.False;
        return;
      case "undefined":
        this.reserve(1);
        this.bytes[this.at++] = Tag.Null;
        return;
      case "bigint":
        return this.bigint(value);
      case "object":
        if (value === null) {
          this.reserve(1);
          this.bytes[this.at++] = Tag.Null;
          return;
        }
        return this.object(value);
      default:
        throw this.refusal(value);
    }
  }

  private number(value: number): void {
    this.reserve(9);
    if ((value | 0) === value) {
      this.bytes[this.at] = Tag.Int32;
      this.view.setInt32(this.at + 1, value, true);
      this.at += 5;
    } else if (Number.isSafeInteger(value)) {
      this.bytes[this.at] = Tag.Int64;
      this.view.setBigInt64(this.at + 1, BigInt(value), true);
      this.at += 9;
    } else if (Number.isFinite(value)) {
      this.bytes[this.at] = Tag.Double;
      this.view.setFloat64(this.at + 1, value, true);
      this.at += 9;
    } else {
      throw this.refusal(value);
    }
  }

  private bigint(value: bigint): void {
    if (value > MAX_INT64 || value < MIN_INT64) {
      throw new TypeError(`${this.place()} is a BigInt beyond 64 bits`);
    }
    this.reserve(9);
    this.bytes[this.at] = Tag.Int64;
    this.view.setBigInt64(this.at + 1, value, true);
    this.at += 9;
  }

  private object(value: object): void {
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw new TypeError(`${this.place()} is an invalid Date`);
      return this.value(value.toISOString());
    }
    if (this.ancestors.length >= MAX_DEPTH) {
      throw new TypeError(`${this.place()} is nested deeper than ${MAX_DEPTH} levels`);
    }
    if (this.ancestors.includes(value)) {
      throw new TypeError(`${this.place()} holds itself: a cycle cannot be rendered`);
    }
    this.ancestors.push(value);
    if (Array.isArray(value)) {
      this.list(value);
    } else if (value instanceof Map) {
      this.entries(value);
    } else if (isPlain(value)) {
      this.fields(value as Record<string, unknown>);
    } else {
      throw this.refusal(value);
    }
    this.ancestors.pop();
  }

  private list(value: readonly unknown[]): void {
    this.reserve(5);
    this.head(Tag.List, value.length);
    for (let index = 0; index < value.length; ++index) {
      this.path.push(index);
      this.value(value[index]);
      this.path.pop();
    }
  }

  private fields(value: Record<string, unknown>): void {
    this.reserve(5);
    const head = this.at - this.start;
    this.head(Tag.Map, 0);
    let size = 0;
    for (const key of Object.keys(value)) {
      const item = value[key];
      // As in JSON, what is undefined is not there.
      if (item === undefined) continue;
      this.entry(key, item);
      ++size;
    }
    this.view.setUint32(this.start + head + 1, size, true);
  }

  private entries(value: ReadonlyMap<unknown, unknown>): void {
    this.reserve(5);
    const head = this.at - this.start;
    this.head(Tag.Map, 0);
    let size = 0;
    for (const [key, item] of value) {
      if (item === undefined) continue;
      if (typeof key !== "string" && typeof key !== "number" && typeof key !== "boolean") {
        throw new TypeError(`${this.place()} has a key that is ${describe(key)}`);
      }
      this.entry(String(key), item);
      ++size;
    }
    this.view.setUint32(this.start + head + 1, size, true);
  }

  private entry(key: string, item: unknown): void {
    this.reserve(4 + key.length * 3);
    this.text(key);
    this.path.push(key);
    this.value(item);
    this.path.pop();
  }

  private head(tag: Tag, size: number): void {
    this.bytes[this.at] = tag;
    this.view.setUint32(this.at + 1, size, true);
    this.at += 5;
  }

  // A text behind its size; there is room.
  private text(text: string): void {
    const size = this.at;
    this.at += 4;
    this.write(text);
    this.view.setUint32(size, this.at - size - 4, true);
  }

  private write(text: string): void {
    const { length } = text;
    if (length <= SHORT_TEXT) {
      const { bytes } = this;
      const { at } = this;
      let index = 0;
      for (; index < length; ++index) {
        const code = text.charCodeAt(index);
        if (code > 127) break;
        bytes[at + index] = code;
      }
      if (index === length) {
        this.at = at + length;
        return;
      }
    }
    this.at += encoder.encodeInto(text, this.bytes.subarray(this.at)).written;
  }

  private reserve(size: number): void {
    if (this.at + size > this.end) this.grow(this.at - this.start + size);
  }

  private grow(size: number): void {
    this.take(Math.max(size, (this.end - this.start) * 2));
  }

  private take(capacity: number): void {
    const used = this.at - this.start;
    const room = this.room(capacity);
    this.bytes = room.bytes;
    this.view = room.view;
    this.start = room.start;
    this.at = room.start + used;
    this.end = room.start + capacity;
  }

  private refusal(value: unknown): TypeError {
    return new TypeError(`${this.place()} is ${describe(value)}, which no template can take`);
  }

  private place(): string {
    let place = "$";
    for (const step of this.path) {
      if (typeof step === "number") place += `[${step}]`;
      else place += /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    }
    return place;
  }
}

// Objects of any realm that no class made.
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  switch (typeof value) {
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "number":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return "an array";
      const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
      return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an object of a class";
    }
    default:
      return `a ${typeof value}`;
  }
}
