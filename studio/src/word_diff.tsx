// Two texts with what differs marked, words at a time.
import { presentableDiff } from '@codemirror/merge';
import type { ComponentChildren } from 'preact';

const LONGEST = 20_000; // characters that are compared word by word

export interface Sides {
  before: ComponentChildren;
  after: ComponentChildren;
}

export function diffSides(before: string, after: string): Sides {
  if (before.length > LONGEST || after.length > LONGEST) return { before, after };
  const left: ComponentChildren[] = [];
  const right: ComponentChildren[] = [];
  let a = 0;
  let b = 0;
  for (const change of presentableDiff(before, after)) {
    left.push(before.slice(a, change.fromA));
    right.push(after.slice(b, change.fromB));
    if (change.toA > change.fromA) left.push(<del>{before.slice(change.fromA, change.toA)}</del>);
    if (change.toB > change.fromB) right.push(<ins>{after.slice(change.fromB, change.toB)}</ins>);
    a = change.toA;
    b = change.toB;
  }
  left.push(before.slice(a));
  right.push(after.slice(b));
  return { before: left, after: right };
}

// Items of two lists, side by side: the same ones on one row.  Linear where the lists are
// alike at both ends, which those of two renders are.
export function pairUp<T>(before: T[], after: T[], isSame: (a: T, b: T) => boolean): [T | null, T | null][] {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start] as T, after[start] as T)) start += 1;
  let endA = before.length;
  let endB = after.length;
  while (endA > start && endB > start && isSame(before[endA - 1] as T, after[endB - 1] as T)) {
    endA -= 1;
    endB -= 1;
  }
  const rows: [T | null, T | null][] = [];
  for (let at = 0; at < start; ++at) rows.push([before[at] as T, after[at] as T]);
  rows.push(...pairMiddle(before.slice(start, endA), after.slice(start, endB), isSame));
  for (let at = 0; endA + at < before.length; ++at) rows.push([before[endA + at] as T, after[endB + at] as T]);
  return rows;
}

const LARGEST_TABLE = 4_000_000;

// The longest run of common items; what is between two of them is paired in order.
function pairMiddle<T>(before: T[], after: T[], isSame: (a: T, b: T) => boolean): [T | null, T | null][] {
  if (before.length * after.length > LARGEST_TABLE) return pairInOrder(before, after);
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  for (let a = before.length - 1; a >= 0; --a) {
    for (let b = after.length - 1; b >= 0; --b) {
      table[a * width + b] = isSame(before[a] as T, after[b] as T)
        ? (table[(a + 1) * width + b + 1] as number) + 1
        : Math.max(table[(a + 1) * width + b] as number, table[a * width + b + 1] as number);
    }
  }
  const rows: [T | null, T | null][] = [];
  let fromA = 0;
  let fromB = 0;
  let a = 0;
  let b = 0;
  while (a < before.length && b < after.length) {
    if (isSame(before[a] as T, after[b] as T)) {
      rows.push(...pairInOrder(before.slice(fromA, a), after.slice(fromB, b)), [before[a] as T, after[b] as T]);
      fromA = ++a;
      fromB = ++b;
    } else if ((table[(a + 1) * width + b] as number) >= (table[a * width + b + 1] as number)) a += 1;
    else b += 1;
  }
  rows.push(...pairInOrder(before.slice(fromA), after.slice(fromB)));
  return rows;
}

function pairInOrder<T>(before: T[], after: T[]): [T | null, T | null][] {
  const rows: [T | null, T | null][] = [];
  for (let at = 0; at < Math.max(before.length, after.length); ++at) rows.push([before[at] ?? null, after[at] ?? null]);
  return rows;
}
