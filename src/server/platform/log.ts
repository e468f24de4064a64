type Write = (fields: object, message: string) => void

export interface Log {
  info: Write
  warn: Write
  error: Write
}
