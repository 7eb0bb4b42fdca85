// Numbers and words as people read them.
const numbers = new Intl.NumberFormat('en-GB');

export function count(value: number): string {
  return numbers.format(value);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

// `+12`, `−3`, `±0`.
export function delta(value: number): string {
  if (value === 0) return '±0';
  return value > 0 ? `+${count(value)}` : `−${count(-value)}`;
}

export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;
}

export function shortTime(time: number | string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  if (Number.isNaN(date.getTime())) return String(time);
  return date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
