type Write = (fields: object, message: string) => void

/** The part of a logger that the platform needs; pino's loggers have it. */
export interface Log {
  info: Write
  warn: Write
  error: Write
}
