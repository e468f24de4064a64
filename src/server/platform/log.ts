type Write = (fields: object, message: string) => void

/** The methods of a logger that the platform needs; pino's loggers have them. */
export interface Log {
  info: Write
  warn: Write
  error: Write
}
