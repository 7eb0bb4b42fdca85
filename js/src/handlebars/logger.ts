// Where `{{log}}` writes.

type Level = string | number;

export const logger = {
  methodMap: ["debug", "info", "warn", "error"],
  level: "info" as Level,

  /** The number of a level. */
  lookupLevel(level: Level): Level {
    if (typeof level !== "string") return level;
    const found = logger.methodMap.indexOf(level.toLowerCase());
    return found >= 0 ? found : parseInt(level, 10);
  },

  log(level: Level, ...message: unknown[]): void {
    const number = logger.lookupLevel(level) as number;
    if (typeof console === "undefined" || (logger.lookupLevel(logger.level) as number) > number) return;
    const methods = console as unknown as Record<string, ((...values: unknown[]) => void) | undefined>;
    const name = logger.methodMap[number];
    (methods[name ?? "log"] ?? methods["log"])?.apply(console, message);
  },
};
