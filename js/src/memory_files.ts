// Files that live as long as the page: where the module keeps what it would make again, such
// as the tables of tokenizers, where there is no disk.

import type { FileSystem } from "./wasi.js";

interface File {
  bytes: Uint8Array;
  size: number;
}

type Entry = File | "directory";

// What node:fs throws.
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function statsOf(entry: Entry): ReturnType<FileSystem["lstatSync"]> {
  const isDirectory = entry === "directory";
  return {
    dev: 0, ino: 0, nlink: 1, size: isDirectory ? 0 : entry.size, atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
    isFile: () => !isDirectory,
    isDirectory: () => isDirectory,
    isSymbolicLink: () => false,
  };
}

/** A file system that has nothing but these directories. */
export function memoryFiles(...directories: string[]): FileSystem {
  const entries = new Map<string, Entry>(directories.map((path) => [path, "directory"]));
  const opened = new Map<number, { file: File; at: number }>();
  let next = 3;

  const find = (path: string): Entry => {
    const entry = entries.get(path);
    if (!entry) throw failure("ENOENT");
    return entry;
  };
  const refuse = (path: string): void => {
    if (entries.has(path)) throw failure("EEXIST");
  };
  const open = (fd: number): { file: File; at: number } => {
    const found = opened.get(fd);
    if (!found) throw failure("EBADF");
    return found;
  };

  return {
    openSync(path, flags) {
      // Only new files are written, and those that are there are read.
      if (typeof flags === "string") {
        refuse(path);
        entries.set(path, { bytes: new Uint8Array(0), size: 0 });
      }
      const file = find(path);
      if (file === "directory") throw failure("EISDIR");
      opened.set(next, { file, at: 0 });
      return next++;
    },
    closeSync: (fd) => void opened.delete(fd),
    readSync(fd, buffer, offset, length) {
      const from = open(fd);
      const part = from.file.bytes.subarray(from.at, Math.min(from.at + length, from.file.size));
      buffer.set(part, offset);
      from.at += part.length;
      return part.length;
    },
    writeSync(fd, buffer, offset, length) {
      // The standard streams lead nowhere.
      const to = opened.get(fd);
      if (!to) return length;
      const { file } = to;
      if (to.at + length > file.bytes.length) {
        const larger = new Uint8Array(Math.max(to.at + length, file.bytes.length * 2));
        larger.set(file.bytes.subarray(0, file.size));
        file.bytes = larger;
      }
      file.bytes.set(buffer.subarray(offset, offset + length), to.at);
      to.at += length;
      file.size = Math.max(file.size, to.at);
      return length;
    },
    fsyncSync() {},
    fstatSync: (fd) => statsOf(open(fd).file),
    lstatSync: (path) => statsOf(find(path)),
    readdirSync(path) {
      const prefix = `${path}/`;
      return [...entries]
        .filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes("/"))
        .map(([name, entry]) => ({ name: name.slice(prefix.length), ...statsOf(entry) }));
    },
    readlinkSync() {
      throw failure("EINVAL");
    },
    realpathSync(path) {
      find(path);
      return path;
    },
    mkdirSync(path) {
      refuse(path);
      entries.set(path, "directory");
    },
    renameSync(from, to) {
      entries.set(to, find(from));
      entries.delete(from);
    },
    linkSync(from, to) {
      refuse(to);
      entries.set(to, find(from));
    },
    unlinkSync(path) {
      find(path);
      entries.delete(path);
    },
    rmdirSync(path) {
      find(path);
      entries.delete(path);
    },
  };
}
