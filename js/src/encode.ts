// Values of JavaScript, written into the input as module/value_stream.h says.
//
// Only what JSON has, `Map` and `Date` are taken; anything else is a TypeError that names its
// path, such as `$.user.tags[2]`.
//
// It is one pass: words go to where they are read, and texts are joined and encoded in one go
// where all are ASCII, since a call of the encoder costs as much as a hundred characters.  A key
// is written once.

const enum Kind { Null, False, True, Int32, Double, Int64, Text, List, Map }

// Deeper than any limit of the library, and far from the end of the stack.
const MAX_DEPTH = 1000;
// Up to here nothing is looked for among what it is in.
const SHALLOW = 16;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
// Up to this many characters are encoded here; a call of the encoder costs more.
const FEW_CHARACTERS = 64;
// Keys that are remembered from one map to the next.
const MOST_KEYS = 4096;
const HEADER = 2; // words
const SPARE = 8; // words that fit behind the one that is looked at

const encoder = new TextEncoder();
const plainPrototype: unknown = Object.prototype;
const { hasOwnProperty } = Object.prototype;

/** Gives room for `size` bytes in the input, keeping what was written; `start` is a multiple of 4. */
export interface Room {
  (size: number): { bytes: Uint8Array; start: number };
}

// A value that no template can take; where it is is looked for when it is found.
class Refused extends Error {}
// A text that is not ASCII, where the others were joined.
class NotAscii extends Error {}

// A key that was met, its place among those of a map, which `map` tells from others, and what
// came next to it before: maps of one kind have their keys in one order, so that few are looked
// for.
class Key {
  map = 0;
  place = 0;
  first: Key | undefined = undefined; // of the map under this key
  next: Key | undefined = undefined; // behind this one in its map

  constructor(readonly text: string) {}
}

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);
const long = new BigInt64Array(double.buffer);

export class Encoder {
  private bytes: Uint8Array = new Uint8Array(0);
  private ints: Int32Array = new Int32Array(this.bytes.buffer);
  private start = 0;
  private end = 0;
  private at = 0;

  // Of the map that is being written: where its next word goes, and its texts, which follow the
  // words, either joined or as UTF-8.
  private word = 0;
  private lastWord = 0;
  private joined = "";
  private isJoined = true;
  private utf8 = new Uint8Array(1024);
  private size = 0;
  private keys = new Map<string, Key>();
  private root = new Key("");
  private mapNumber = 0;
  private keyCount = 0;
  private readonly ancestors: object[] = [];
  private depth = 0;

  constructor(private readonly room: Room) {}

  /** Begins at the start of the input. */
  begin(): this {
    // Memory that grew is another buffer, and the old one has no bytes.
    if (this.bytes.length === 0) this.take(4096);
    this.at = this.start;
    return this;
  }

  /** The bytes of a text, and how many they are. */
  raw(text: string): number {
    this.reserve(text.length * 3);
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.at, this.end));
    this.at += written;
    return written;
  }

  /** A map whose entries are those of an object, a `Map`, or nothing. */
  map(value: unknown): void {
    if (value !== undefined && value !== null && (typeof value !== "object" || Array.isArray(value) || value instanceof Date)) {
      throw new TypeError(`$ must be an object or a Map, not ${describe(value)}`);
    }
    this.write(value ?? {}, false);
  }

  /** A map with one value under the empty key. */
  wrapped(value: unknown): void {
    this.write(value, true);
  }

  private write(value: unknown, isWrapped: boolean): void {
    const begin = this.at - this.start;
    try {
      this.walk(value, isWrapped);
    } catch (error) {
      if (error instanceof Refused) throw refusalOf(value);
      if (!(error instanceof NotAscii)) throw error;
      // Texts of the next map will be like these.
      this.isJoined = false;
      this.at = this.start + begin;
      this.walk(value, isWrapped);
    }
  }

  // -------------------------------------------------------------------------
  // Words and texts

  private walk(value: unknown, isWrapped: boolean): void {
    this.joined = "";
    this.size = 0;
    this.keyCount = 0;
    this.depth = 0;
    ++this.mapNumber;
    if (this.keys.size > MOST_KEYS) this.forgetKeys();
    this.at = (this.at + 3) & ~3;
    const header = this.at - this.start;
    this.reserve((HEADER + SPARE) * 4);
    this.word = (this.at >> 2) + HEADER;
    if (isWrapped) {
      this.ints[this.word++] = 1;
      this.key(this.find(""));
      this.value(value, this.root);
    } else {
      this.container(value as object, this.root);
    }
    this.finish(header);
  }

  // Comparisons are quicker than a `switch`, for which the name of the type is looked up.
  private value(value: unknown, under: Key): void {
    if (this.word > this.lastWord) this.moreWords();
    if (typeof value === "string") {
      this.text(value);
    } else if (typeof value === "number") {
      this.number(value);
    } else if (typeof value === "object" && value !== null) {
      this.object(value, under);
    } else {
      this.other(value);
    }
  }

  private other(value: unknown): void {
    if (typeof value === "boolean") {
      this.ints[this.word++] = value ? Kind.True : Kind.False;
    } else if (value === null || value === undefined) {
      this.ints[this.word++] = Kind.Null;
    } else if (typeof value === "bigint") {
      this.bigint(value);
    } else {
      throw new Refused();
    }
  }

  // There is room for two words.
  private text(text: string): void {
    const { ints, word } = this;
    ints[word] = Kind.Text;
    this.word = word + 2;
    if (this.isJoined) {
      ints[word + 1] = text.length;
      this.joined += text;
    } else {
      ints[word + 1] = this.encode(text);
    }
  }

  // One that the map had before is its place; a new one has the next place, and its text.
  private key(key: Key): void {
    if (this.word > this.lastWord) this.moreWords();
    const { ints } = this;
    if (key.map === this.mapNumber) {
      ints[this.word++] = key.place;
      return;
    }
    key.map = this.mapNumber;
    key.place = this.keyCount;
    ints[this.word++] = this.keyCount++;
    if (this.isJoined) {
      ints[this.word++] = key.text.length;
      this.joined += key.text;
    } else {
      ints[this.word++] = this.encode(key.text);
    }
  }

  private find(text: string): Key {
    let key = this.keys.get(text);
    if (key === undefined) {
      key = new Key(text);
      this.keys.set(text, key);
    }
    return key;
  }

  private forgetKeys(): void {
    this.keys = new Map();
    this.root = new Key("");
  }

  private number(value: number): void {
    if ((value | 0) === value) {
      this.ints[this.word++] = Kind.Int32;
      this.ints[this.word++] = value;
    } else if (Number.isSafeInteger(value)) {
      long[0] = BigInt(value);
      this.two(Kind.Int64);
    } else if (Number.isFinite(value)) {
      double[0] = value;
      this.two(Kind.Double);
    } else {
      throw new Refused();
    }
  }

  private bigint(value: bigint): void {
    if (value > MAX_INT64 || value < MIN_INT64) throw new Refused();
    long[0] = value;
    this.two(Kind.Int64);
  }

  private two(kind: Kind): void {
    this.ints[this.word++] = kind;
    this.ints[this.word++] = halves[0]!;
    this.ints[this.word++] = halves[1]!;
  }

  private object(value: object, under: Key): void {
    if (Array.isArray(value)) {
      this.ints[this.word++] = Kind.List;
    } else if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw new Refused();
      return this.text(value.toISOString());
    } else {
      this.ints[this.word++] = Kind.Map;
    }
    this.container(value, under);
  }

  // What a list or map holds, behind its size, for which there is room.
  private container(value: object, under: Key): void {
    const { ancestors, depth } = this;
    ancestors[depth] = value;
    // A cycle leads here soon enough.
    if (depth >= SHALLOW && (depth >= MAX_DEPTH || ancestors.indexOf(value) < depth)) throw new Refused();
    this.depth = depth + 1;
    if (Array.isArray(value)) {
      this.list(value, under);
    } else if (Object.getPrototypeOf(value) === plainPrototype) {
      this.fields(value as Record<string, unknown>, under);
    } else if (value instanceof Map) {
      this.entries(value);
    } else if (isPlain(value)) {
      this.fields(value as Record<string, unknown>, under);
    } else {
      throw new Refused();
    }
    this.depth = depth;
  }

  private list(value: readonly unknown[], under: Key): void {
    const { length } = value;
    this.ints[this.word++] = length;
    for (let index = 0; index < length; ++index) this.value(value[index], under);
  }

  private fields(value: Record<string, unknown>, under: Key): void {
    const at = this.word++ - (this.start >> 2);
    let size = 0;
    let last = under;
    // `for in` is twice as fast as keys, which are an array; it finds what somebody added to all
    // objects, too.
    for (const name in value) {
      if (!hasOwnProperty.call(value, name)) continue;
      const item = value[name];
      // As in JSON, what is undefined is not there.
      if (item === undefined) continue;
      let key = size === 0 ? under.first : last.next;
      if (key === undefined || key.text !== name) {
        key = this.find(name);
        if (size === 0) under.first = key;
        else last.next = key;
      }
      this.key(key);
      this.value(item, key);
      last = key;
      ++size;
    }
    this.ints[at + (this.start >> 2)] = size;
  }

  private entries(value: ReadonlyMap<unknown, unknown>): void {
    const at = this.word++ - (this.start >> 2);
    let size = 0;
    for (const [name, item] of value) {
      if (item === undefined) continue;
      if (!isKey(name)) throw new Refused();
      const key = this.find(String(name));
      this.key(key);
      this.value(item, key);
      ++size;
    }
    this.ints[at + (this.start >> 2)] = size;
  }

  // Adds the bytes of a text, and gives how many they are.
  private encode(text: string): number {
    const { length } = text;
    if (this.size + length * 3 > this.utf8.length) this.moreBytes(length * 3);
    const { utf8, size } = this;
    if (length <= FEW_CHARACTERS) {
      let index = 0;
      for (; index < length; ++index) {
        const code = text.charCodeAt(index);
        if (code > 127) break;
        utf8[size + index] = code;
      }
      if (index === length) {
        this.size = size + length;
        return length;
      }
    }
    const { written } = encoder.encodeInto(text, utf8.subarray(size));
    this.size = size + written;
    return written;
  }

  private moreWords(): void {
    this.at = this.word * 4;
    this.reserve(SPARE * 4);
    this.word = this.at >> 2;
  }

  private moreBytes(size: number): void {
    const more = new Uint8Array(Math.max(this.utf8.length * 2, this.size + size));
    more.set(this.utf8.subarray(0, this.size));
    this.utf8 = more;
  }

  // -------------------------------------------------------------------------
  // The input

  // Puts the texts behind the words, and how many both are into the header.
  private finish(header: number): void {
    this.at = this.word * 4;
    const size = this.isJoined ? this.joined.length : this.size;
    this.reserve(size);
    const first = (this.start + header) >> 2;
    this.ints[first] = (this.at >> 2) - first - HEADER;
    this.ints[first + 1] = size;
    if (this.isJoined) this.putJoined(size);
    else this.bytes.set(this.utf8.subarray(0, size), this.at);
    this.at += size;
  }

  private putJoined(size: number): void {
    const { bytes, at, joined } = this;
    this.joined = "";
    if (size > FEW_CHARACTERS) {
      const { read, written } = encoder.encodeInto(joined, bytes.subarray(at, at + size));
      if (read !== size || written !== size) throw new NotAscii();
      return;
    }
    for (let index = 0; index < size; ++index) {
      const code = joined.charCodeAt(index);
      if (code > 127) throw new NotAscii();
      bytes[at + index] = code;
    }
  }

  private reserve(size: number): void {
    const used = this.at - this.start;
    if (used + size > this.end - this.start) this.take(Math.max(used + size, (this.end - this.start) * 2));
  }

  private take(capacity: number): void {
    const used = this.at - this.start;
    const whole = (capacity + 7) & ~7;
    const { bytes, start } = this.room(whole);
    this.bytes = bytes;
    this.ints = new Int32Array(bytes.buffer);
    this.start = start;
    this.at = start + used;
    this.end = start + whole;
    this.lastWord = (this.end >> 2) - SPARE;
  }
}

function isKey(key: unknown): boolean {
  return typeof key === "string" || typeof key === "number" || typeof key === "boolean";
}

// Objects of any realm that no class made.
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

// ---------------------------------------------------------------------------
// Refusals

/** What is thrown for the first value inside of `root` that the encoder refused. */
function refusalOf(root: unknown): TypeError {
  const message = findRefused(root, "$", []);
  return new TypeError(message ?? "$ changed while it was read");
}

function findRefused(value: unknown, place: string, ancestors: object[]): string | undefined {
  switch (typeof value) {
    case "function":
    case "symbol":
      return `${place} is ${describe(value)}, which no template can take`;
    case "number":
      return Number.isFinite(value) ? undefined : `${place} is ${value}, which no template can take`;
    case "bigint":
      return value > MAX_INT64 || value < MIN_INT64 ? `${place} is a BigInt beyond 64 bits` : undefined;
    case "object":
      return value === null ? undefined : findInObject(value, place, ancestors);
    default:
      return undefined;
  }
}

function findInObject(value: object, place: string, ancestors: object[]): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? `${place} is an invalid Date` : undefined;
  if (ancestors.includes(value)) return `${place} holds itself: a cycle cannot be rendered`;
  if (ancestors.length >= MAX_DEPTH) return `${place} is nested deeper than ${MAX_DEPTH} levels`;
  const inner = [...ancestors, value];
  for (const [key, item] of itemsOf(value)) {
    if (!isKey(key)) return `${place} has a key that is ${describe(key)}`;
    const found = findRefused(item, place + stepOf(key), inner);
    if (found) return found;
  }
  const isTaken = Array.isArray(value) || value instanceof Map || isPlain(value);
  return isTaken ? undefined : `${place} is ${describe(value)}, which no template can take`;
}

function* itemsOf(value: object): Iterable<[unknown, unknown]> {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; ++index) yield [index, value[index]];
  } else if (value instanceof Map) {
    for (const [key, item] of value) if (item !== undefined) yield [typeof key === "number" ? String(key) : key, item];
  } else if (isPlain(value)) {
    yield* Object.entries(value);
  }
}

function stepOf(key: unknown): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
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
