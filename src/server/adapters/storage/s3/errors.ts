import { fieldOf } from './xml.ts'

/** A failure of an object storage, as a sentence. Its code tells a shortage of the installation, which passes. */
export class StorageError extends Error {
  readonly code = 'ERR_STORAGE_AWAY'
  /** Whether another attempt at once may succeed. */
  readonly isPassing: boolean

  constructor(message: string, options: { isPassing: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'StorageError'
    this.isPassing = options.isPassing
  }
}

/** Whether an answer says that an object is not there, and not that its bucket is not. */
export const isMissing = (status: number, text: string): boolean =>
  status === 404 && ['NoSuchKey', ''].includes(fieldOf(text, 'Code'))

/** The error that an answer other than 2xx tells of. */
export function refusalIn(status: number, text: string, host: string): StorageError {
  const code = fieldOf(text, 'Code')
  const message = `${host} answered ${status}${code && ` (${code})`} to the request for a stored file.`
  return new StorageError(message, { isPassing: status >= 500 || status === 429 || status === 408 })
}
