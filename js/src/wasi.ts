// The system interface (WASI preview 1) that the modules run on: clock, random numbers, the
// standard streams, and the directories that were opened for it, through functions as
// node:fs has them.  Without those there are no files at all.
//
// A path never leads out of the directory it starts from, through dots or through links.

/** What is used of node:fs. */
export interface FileSystem {
  openSync(path: string, flags: number | string, mode?: number): number;
  closeSync(fd: number): void;
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  fsyncSync(fd: number): void;
  fstatSync(fd: number): Stats;
  lstatSync(path: string): Stats;
  readdirSync(path: string, options: { withFileTypes: true }): DirectoryEntry[];
  readlinkSync(path: string): string;
  realpathSync(path: string): string;
  mkdirSync(path: string): unknown;
  renameSync(from: string, to: string): void;
  linkSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  rmdirSync(path: string): void;
}

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

interface Stats extends Kinds {
  dev: number;
  ino: number;
  nlink: number;
  size: number;
  atimeMs: number;
  mtimeMs: number;
  ctimeMs: number;
}

interface DirectoryEntry extends Kinds {
  name: string;
}

export interface WasiOptions {
  memory: WebAssembly.Memory;
  files: FileSystem | undefined;
  /** The directories there are, as the module and as the system calls them. */
  directories: Record<string, string> | undefined;
  /** Those of them, by the module's name, in which nothing is changed. */
  readOnly?: readonly string[];
  environment: Readonly<Record<string, string | undefined>> | undefined;
  args?: readonly string[];
  /** Fills bytes that nobody can guess; absent: what browsers have does. */
  random?(bytes: Uint8Array): void;
  /** Whether a standard stream is a terminal; absent: none is. */
  isTerminal?(fd: number): boolean;
}

/** Thrown where the module ends itself. */
export class WasiExit extends Error {
  constructor(readonly status: number) {
    super(`exit status ${status}`);
  }
}

const enum Errno {
  Success = 0, Access = 2, BadFile = 8, Exists = 20, Invalid = 28, Io = 29, IsDirectory = 31,
  Loop = 32, TooManyFiles = 33, NameTooLong = 37, NoEntry = 44, NoSpace = 51, NoSystem = 52,
  NotDirectory = 54, NotEmpty = 55, NotPermitted = 63, Pipe = 64, ReadOnly = 69, Outside = 75,
}

const ERRNO: Readonly<Record<string, Errno>> = {
  EACCES: Errno.Access, EBADF: Errno.BadFile, EEXIST: Errno.Exists, EINVAL: Errno.Invalid,
  EISDIR: Errno.IsDirectory, ELOOP: Errno.Loop, EMFILE: Errno.TooManyFiles, ENFILE: Errno.TooManyFiles,
  ENAMETOOLONG: Errno.NameTooLong, ENOENT: Errno.NoEntry, ENOSPC: Errno.NoSpace, ENOTDIR: Errno.NotDirectory,
  ENOTEMPTY: Errno.NotEmpty, EPERM: Errno.NotPermitted, EPIPE: Errno.Pipe, EROFS: Errno.ReadOnly,
};

const enum FileType { Unknown = 0, Character = 2, Directory = 3, File = 4, Link = 7 }

// Of node:fs, on Linux and macOS alike but for O_CREAT and its like, which node takes as text too.
const O_WRONLY = 1;
const O_RDWR = 2;

const FOLLOW = 1; // of lookup flags
const enum Open { Create = 1, Directory = 2, Exclusive = 4, Truncate = 8 }
const ALL_RIGHTS = 0x1fffffffn;
const RIGHTS_TO_SEEK = 0x24n;
const RIGHT_READ = 2n;
const RIGHT_WRITE = 64n;

class Failure extends Error {
  constructor(readonly errno: Errno) {
    super();
  }
}

interface Descriptor {
  type: FileType;
  /** Of a directory: where it is. */
  path?: string;
  /** Of the system; a directory has none. */
  fd?: number;
  /** What a directory that was opened at the start is called. */
  name?: string;
  /** Whether nothing is changed below a directory. */
  readOnly?: boolean;
  entries?: DirectoryEntry[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Wasi {
  readonly imports: WebAssembly.ModuleImports;

  private readonly memory: WebAssembly.Memory;
  private readonly files: FileSystem | undefined;
  private readonly descriptors = new Map<number, Descriptor>();
  private readonly args: readonly string[];
  private readonly environment: readonly string[];
  private readonly random: (bytes: Uint8Array) => void;

  constructor(options: WasiOptions) {
    this.memory = options.memory;
    this.files = options.files;
    this.args = options.args ?? [];
    this.random = options.random ?? fillByCrypto;
    this.environment = Object.entries(options.environment ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    );
    for (const fd of [0, 1, 2]) {
      this.descriptors.set(fd, { type: options.isTerminal?.(fd) ? FileType.Character : FileType.Unknown, fd });
    }
    for (const [name, path] of Object.entries(options.directories ?? {})) {
      const readOnly = options.readOnly?.includes(name) ?? false;
      this.descriptors.set(this.descriptors.size, { type: FileType.Directory, path, name, readOnly });
    }
    this.imports = this.makeImports();
  }

  // -------------------------------------------------------------------------
  // Memory

  private get view(): DataView {
    return new DataView(this.memory.buffer);
  }

  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  private text(at: number, size: number): string {
    return decoder.decode(this.bytes(at, size));
  }

  private put32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  private putList(texts: readonly string[], pointers: number, at: number): void {
    for (const text of texts) {
      const bytes = encoder.encode(`${text}\0`);
      this.bytes(at, bytes.length).set(bytes);
      this.put32(pointers, at);
      pointers += 4;
      at += bytes.length;
    }
  }

  private putListSizes(texts: readonly string[], count: number, size: number): void {
    this.put32(count, texts.length);
    this.put32(size, texts.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0));
  }

  private putStats(at: number, stats: Stats): void {
    const view = this.view;
    const time = (ms: number): bigint => BigInt(Math.round(ms * 1e6));
    view.setBigUint64(at, BigInt(stats.dev), true);
    view.setBigUint64(at + 8, BigInt(stats.ino), true);
    view.setUint8(at + 16, typeOf(stats));
    view.setBigUint64(at + 24, BigInt(stats.nlink), true);
    view.setBigUint64(at + 32, BigInt(stats.size), true);
    view.setBigUint64(at + 40, time(stats.atimeMs), true);
    view.setBigUint64(at + 48, time(stats.mtimeMs), true);
    view.setBigUint64(at + 56, time(stats.ctimeMs), true);
  }

  // -------------------------------------------------------------------------
  // Paths

  private disk(): FileSystem {
    if (!this.files) throw new Failure(Errno.NoSystem);
    return this.files;
  }

  private descriptor(fd: number): Descriptor {
    const found = this.descriptors.get(fd);
    if (!found) throw new Failure(Errno.BadFile);
    return found;
  }

  private directory(fd: number): string {
    const { path } = this.descriptor(fd);
    if (path === undefined) throw new Failure(Errno.NotDirectory);
    return path;
  }

  // Where a path below an open directory leads; the last name may be a link that is not followed.
  private resolve(fd: number, at: number, size: number, follow: boolean): string {
    const files = this.disk();
    const root = files.realpathSync(this.directory(fd));
    const segments: string[] = [];
    for (const segment of this.text(at, size).split("/")) {
      if (segment === "" || segment === ".") continue;
      if (segment !== "..") segments.push(segment);
      else if (segments.pop() === undefined) throw new Failure(Errno.Outside);
    }
    const name = segments.pop();
    if (name === undefined) return root;
    const parent = files.realpathSync(join(root, segments.join("/")));
    if (!isWithin(parent, root)) throw new Failure(Errno.Outside);
    const path = join(parent, name);
    if (!follow || !isLink(files, path)) return path;
    const target = files.realpathSync(path);
    if (!isWithin(target, root)) throw new Failure(Errno.Outside);
    return target;
  }

  // Where a path leads at which something is made, changed or removed.
  private resolveToChange(fd: number, at: number, size: number): string {
    if (this.descriptor(fd).readOnly) throw new Failure(Errno.ReadOnly);
    return this.resolve(fd, at, size, false);
  }

  private add(descriptor: Descriptor): number {
    let fd = 3;
    while (this.descriptors.has(fd)) ++fd;
    this.descriptors.set(fd, descriptor);
    return fd;
  }

  private open(fd: number, lookup: number, at: number, size: number, how: number, rights: bigint): number {
    const files = this.disk();
    const path = this.resolve(fd, at, size, (lookup & FOLLOW) !== 0);
    const { readOnly } = this.descriptor(fd);
    let stats: Stats | undefined;
    try {
      stats = files.lstatSync(path);
    } catch (error) {
      if ((how & Open.Create) === 0) throw error;
    }
    if (stats?.isSymbolicLink()) throw new Failure(Errno.Loop);
    if (stats && (how & Open.Exclusive) !== 0) throw new Failure(Errno.Exists);
    if (stats?.isDirectory()) return this.add({ type: FileType.Directory, path, readOnly });
    if ((how & Open.Directory) !== 0) throw new Failure(Errno.NotDirectory);
    if (stats && !stats.isFile()) {
      // A pipe would be waited for; it can be told what it is, and is not read.
      return this.add({ type: FileType.Unknown });
    }
    const write = (rights & RIGHT_WRITE) !== 0n;
    const read = (rights & RIGHT_READ) !== 0n;
    if (readOnly && (write || !stats)) throw new Failure(Errno.ReadOnly);
    const text = (how & Open.Create) !== 0 && !stats ? (read ? "wx+" : "wx") : undefined;
    const flags = write ? (read ? O_RDWR : O_WRONLY) : 0;
    const opened = text ? files.openSync(path, text, 0o666) : files.openSync(path, flags);
    return this.add({ type: FileType.File, fd: opened });
  }

  // -------------------------------------------------------------------------
  // Streams

  private transfer(vectors: number, count: number, out: number, move: (bytes: Uint8Array) => number): void {
    let sum = 0;
    for (let index = 0; index < count; ++index) {
      const at = this.view.getUint32(vectors + index * 8, true);
      const size = this.view.getUint32(vectors + index * 8 + 4, true);
      if (size === 0) continue;
      const moved = move(this.bytes(at, size));
      sum += moved;
      if (moved < size) break;
    }
    this.put32(out, sum);
  }

  private read(fd: number, vectors: number, count: number, out: number): void {
    const { fd: opened } = this.descriptor(fd);
    if (opened === undefined) throw new Failure(Errno.IsDirectory);
    const files = this.disk();
    this.transfer(vectors, count, out, (bytes) =>
      untilReady(() => files.readSync(opened, bytes, 0, bytes.length, null)),
    );
  }

  private write(fd: number, vectors: number, count: number, out: number): void {
    const { fd: opened } = this.descriptor(fd);
    if (opened === undefined) throw new Failure(Errno.BadFile);
    const { files } = this;
    this.transfer(vectors, count, out, (bytes) =>
      files ? untilReady(() => files.writeSync(opened, bytes, 0, bytes.length, null)) : bytes.length,
    );
  }

  private list(fd: number, at: number, room: number, cookie: bigint, out: number): void {
    const opened = this.descriptor(fd);
    const path = this.directory(fd);
    if (cookie === 0n || !opened.entries) {
      opened.entries = this.disk().readdirSync(path, { withFileTypes: true });
    }
    let used = 0;
    for (let index = Number(cookie); index < opened.entries.length && used < room; ++index) {
      const entry = opened.entries[index]!;
      const name = encoder.encode(entry.name);
      const record = new Uint8Array(24 + name.length);
      const view = new DataView(record.buffer);
      view.setBigUint64(0, BigInt(index + 1), true);
      view.setUint32(16, name.length, true);
      view.setUint8(20, typeOf(entry));
      record.set(name, 24);
      const part = record.subarray(0, Math.min(record.length, room - used));
      this.bytes(at + used, part.length).set(part);
      used += part.length;
    }
    this.put32(out, used);
  }

  // -------------------------------------------------------------------------
  // The functions

  private makeImports(): WebAssembly.ModuleImports {
    const run = <Args extends (number | bigint)[]>(body: (...args: Args) => void) =>
      (...args: Args): Errno => {
        try {
          body(...args);
          return Errno.Success;
        } catch (error) {
          return errnoOf(error);
        }
      };
    const unsupported = (): Errno => Errno.NoSystem;
    return {
      args_sizes_get: run((count: number, size: number) => this.putListSizes(this.args, count, size)),
      args_get: run((pointers: number, at: number) => this.putList(this.args, pointers, at)),
      environ_sizes_get: run((count: number, size: number) => this.putListSizes(this.environment, count, size)),
      environ_get: run((pointers: number, at: number) => this.putList(this.environment, pointers, at)),
      clock_res_get: run((_clock: number, out: number) => this.view.setBigUint64(out, 1000n, true)),
      clock_time_get: run((clock: number, _precision: bigint, out: number) => {
        const ms = clock === 0 ? Date.now() : performance.now();
        this.view.setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
      }),
      random_get: run((at: number, size: number) => this.random(this.bytes(at, size))),
      proc_exit: (status: number) => {
        throw new WasiExit(status);
      },
      sched_yield: () => Errno.Success,
      poll_oneoff: unsupported,
      proc_raise: unsupported,
      fd_close: run((fd: number) => {
        const { fd: opened, type } = this.descriptor(fd);
        this.descriptors.delete(fd);
        if (opened !== undefined && type === FileType.File) this.disk().closeSync(opened);
      }),
      fd_read: run((fd: number, vectors: number, count: number, out: number) => this.read(fd, vectors, count, out)),
      fd_write: run((fd: number, vectors: number, count: number, out: number) => this.write(fd, vectors, count, out)),
      fd_pread: unsupported,
      fd_pwrite: unsupported,
      fd_seek: unsupported,
      fd_tell: unsupported,
      fd_advise: unsupported,
      fd_allocate: unsupported,
      fd_renumber: unsupported,
      fd_sync: run((fd: number) => {
        const { fd: opened } = this.descriptor(fd);
        if (opened !== undefined) this.disk().fsyncSync(opened);
      }),
      fd_datasync: unsupported,
      fd_fdstat_get: run((fd: number, out: number) => {
        const view = this.view;
        const { type } = this.descriptor(fd);
        view.setUint8(out, type);
        view.setUint16(out + 2, 0, true);
        // What cannot be positioned is what the C library takes for a terminal.
        view.setBigUint64(out + 8, type === FileType.Character ? ALL_RIGHTS & ~RIGHTS_TO_SEEK : ALL_RIGHTS, true);
        view.setBigUint64(out + 16, ALL_RIGHTS, true);
      }),
      fd_fdstat_set_flags: () => Errno.Success,
      fd_fdstat_set_rights: unsupported,
      fd_filestat_get: run((fd: number, out: number) => {
        const opened = this.descriptor(fd);
        if (opened.path !== undefined) this.putStats(out, this.disk().lstatSync(opened.path));
        else if (opened.fd !== undefined) this.putStats(out, this.disk().fstatSync(opened.fd));
        else this.bytes(out, 64).fill(0);
      }),
      fd_filestat_set_size: unsupported,
      fd_filestat_set_times: unsupported,
      fd_prestat_get: run((fd: number, out: number) => {
        const { name } = this.descriptor(fd);
        if (name === undefined) throw new Failure(Errno.BadFile);
        this.put32(out, 0);
        this.put32(out + 4, encoder.encode(name).length);
      }),
      fd_prestat_dir_name: run((fd: number, at: number, size: number) => {
        this.bytes(at, size).set(encoder.encode(this.descriptor(fd).name ?? "").subarray(0, size));
      }),
      fd_readdir: run((fd: number, at: number, room: number, cookie: bigint, out: number) =>
        this.list(fd, at, room, cookie, out),
      ),
      path_open: run(
        (fd: number, lookup: number, at: number, size: number, how: number, rights: bigint, _inherited: bigint, _flags: number, out: number) =>
          this.put32(out, this.open(fd, lookup, at, size, how, rights)),
      ),
      path_filestat_get: run((fd: number, lookup: number, at: number, size: number, out: number) =>
        this.putStats(out, this.disk().lstatSync(this.resolve(fd, at, size, (lookup & FOLLOW) !== 0))),
      ),
      path_filestat_set_times: unsupported,
      path_create_directory: run((fd: number, at: number, size: number) => {
        this.disk().mkdirSync(this.resolveToChange(fd, at, size));
      }),
      path_link: run((from: number, _lookup: number, fromAt: number, fromSize: number, to: number, toAt: number, toSize: number) =>
        this.disk().linkSync(this.resolve(from, fromAt, fromSize, false), this.resolveToChange(to, toAt, toSize)),
      ),
      path_rename: run((from: number, fromAt: number, fromSize: number, to: number, toAt: number, toSize: number) =>
        this.disk().renameSync(this.resolveToChange(from, fromAt, fromSize), this.resolveToChange(to, toAt, toSize)),
      ),
      path_unlink_file: run((fd: number, at: number, size: number) => this.disk().unlinkSync(this.resolveToChange(fd, at, size))),
      path_remove_directory: run((fd: number, at: number, size: number) =>
        this.disk().rmdirSync(this.resolveToChange(fd, at, size)),
      ),
      path_readlink: run((fd: number, at: number, size: number, out: number, room: number, used: number) => {
        const target = encoder.encode(this.disk().readlinkSync(this.resolve(fd, at, size, false)));
        const part = target.subarray(0, room);
        this.bytes(out, part.length).set(part);
        this.put32(used, part.length);
      }),
      path_symlink: unsupported,
    };
  }
}

// At most 65,536 bytes are given at a time, and none straight into the memory of a module.
function fillByCrypto(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; done += 65536) {
    const part = new Uint8Array(Math.min(bytes.length - done, 65536));
    globalThis.crypto.getRandomValues(part);
    bytes.set(part, done);
  }
}

function errnoOf(error: unknown): Errno {
  if (error instanceof Failure) return error.errno;
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return ERRNO[code] ?? Errno.Io;
  throw error;
}

// Standard input may have nothing yet, and a pipe may be full.
function untilReady(run: () => number): number {
  for (;;) {
    try {
      return run();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function typeOf(kinds: Kinds): FileType {
  if (kinds.isFile()) return FileType.File;
  if (kinds.isDirectory()) return FileType.Directory;
  return kinds.isSymbolicLink() ? FileType.Link : FileType.Unknown;
}

function isLink(files: FileSystem, path: string): boolean {
  try {
    return files.lstatSync(path).isSymbolicLink();
  } catch {
    return false; // whoever uses the path is told
  }
}

function join(directory: string, path: string): string {
  if (path === "") return directory;
  return directory.endsWith("/") ? directory + path : `${directory}/${path}`;
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}
