type Write = (fields: object, message: string) => void

/** What the platform needs of a logger; pino's fits. */
export interface Log {
  info: Write
  warn: Write
  error: Write
}
