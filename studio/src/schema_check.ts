// Data against the schema of a template's inputs: what is missing, what is of another type.
export interface Schema {
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function isOfType(value: unknown, type: string | string[]): boolean {
  const found = typeOf(value);
  const allowed = Array.isArray(type) ? type : [type];
  return allowed.includes(found) || (found === 'integer' && allowed.includes('number'));
}

const WORDS: Record<string, string> = {
  object: 'a map', array: 'a list', string: 'a text', integer: 'a whole number', number: 'a number', boolean: 'true or false', null: 'null',
};

function named(type: string | string[]): string {
  return (Array.isArray(type) ? type : [type]).map((each) => WORDS[each] ?? each).join(' or ');
}

// Names that the template reads and the data does not have, though it may.
export function unsetNames(value: unknown, schema: Schema): string[] {
  const names = Object.keys(schema.properties ?? {}).filter((name) => name !== 'globals');
  const has = value !== null && typeof value === 'object' ? (value as object) : {};
  return names.filter((name) => !Object.hasOwn(has, name) && !(schema.required ?? []).includes(name));
}

const MOST = 20;

// Sentences about paths; no value is repeated.
export function checkData(value: unknown, schema: Schema): string[] {
  const found: string[] = [];
  const open: [unknown, Schema, string][] = [[value, schema, '']];
  while (open.length > 0 && found.length < MOST) {
    const [here, expected, path] = open.shift() as [unknown, Schema, string];
    const name = path === '' ? 'the data' : path;
    if (expected.type !== undefined && !isOfType(here, expected.type)) {
      found.push(`${name} must be ${named(expected.type)}, not ${WORDS[typeOf(here)] ?? typeOf(here)}`);
      continue;
    }
    if (expected.enum && !expected.enum.some((each) => each === here)) found.push(`${name} must be one of ${expected.enum.map(String).join(', ')}`);
    if (Array.isArray(here) && expected.items) {
      here.slice(0, 100).forEach((each, at) => open.push([each, expected.items as Schema, `${path}[${at}]`]));
    } else if (here !== null && typeof here === 'object' && !Array.isArray(here)) {
      const map = here as Record<string, unknown>;
      for (const key of expected.required ?? []) {
        if (!Object.hasOwn(map, key)) found.push(`${path ? `${path}.` : ''}${key} is missing`);
      }
      for (const [key, each] of Object.entries(expected.properties ?? {})) {
        if (Object.hasOwn(map, key)) open.push([map[key], each, path ? `${path}.${key}` : key]);
      }
    }
  }
  return found;
}
