// Which properties templates may read: own ones, and of prototypes what is allowed.

import { logger } from "./logger.js";

interface AllowList {
  names: Record<string, unknown>;
  byDefault: boolean | undefined;
}

export interface Access {
  methods: AllowList;
  properties: AllowList;
}

export interface AccessOptions {
  allowedProtoMethods?: Record<string, boolean>;
  allowedProtoProperties?: Record<string, boolean>;
  allowProtoMethodsByDefault?: boolean;
  allowProtoPropertiesByDefault?: boolean;
}

const REFUSED_METHODS = ["constructor", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"];
const REFUSED_PROPERTIES = ["__proto__"];

// Each name is told of once.
const told = new Set<string>();

export function resetLoggedPropertyAccesses(): void {
  told.clear();
}

export function accessOf(options: AccessOptions): Access {
  return {
    methods: listOf(REFUSED_METHODS, options.allowedProtoMethods, options.allowProtoMethodsByDefault),
    properties: listOf(REFUSED_PROPERTIES, options.allowedProtoProperties, options.allowProtoPropertiesByDefault),
  };
}

function listOf(refused: readonly string[], allowed: Record<string, boolean> | undefined, byDefault: boolean | undefined): AllowList {
  const names = Object.create(null) as Record<string, unknown>;
  for (const name of refused) names[name] = false;
  return { names: Object.assign(names, allowed), byDefault };
}

/** The property, or undefined where it may not be read. */
export function lookupProperty(access: Access, parent: unknown, name: PropertyKey): unknown {
  const value = (parent as Record<PropertyKey, unknown>)[name];
  if (value === null || value === undefined) return value;
  if (Object.prototype.hasOwnProperty.call(parent, name)) return value;
  const list = typeof value === "function" ? access.methods : access.properties;
  return isAllowed(list, String(name)) ? value : undefined;
}

function isAllowed({ names, byDefault }: AllowList, name: string): boolean {
  if (names[name] !== undefined) return names[name] === true;
  if (byDefault !== undefined) return byDefault;
  if (!told.has(name)) {
    told.add(name);
    logger.log(
      "error",
      `Handlebars: Access has been denied to resolve the property "${name}" because it is not an "own property" of its parent.\n` +
        "Runtime options such as `allowedProtoProperties` allow it, or refuse it without this warning.",
    );
  }
  return false;
}
