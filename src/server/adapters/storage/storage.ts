import type { Readable } from 'node:stream'

/** Where uploaded files, attachments, original mails and exports are kept: a folder, or a bucket of an object storage. */
export interface Storage {
  /**
   * Stores a file under a key, which is a new UUID. It is on disk, or in the bucket, when this returns; after an error
   * nothing is.
   */
  save(key: string, content: Uint8Array | Readable): Promise<void>
  /** A whole file, for what has to look at all of it. @returns undefined when there is none */
  read(key: string): Promise<Uint8Array | undefined>
  /** A file to be passed on as it is read. @returns undefined when there is none */
  open(key: string): Promise<Readable | undefined>
  /** Removes a file, even partly saved. A missing file is no error, so that a repeated job does no harm. */
  remove(key: string): Promise<void>
  /** All files, with their sizes in bytes. */
  list(): AsyncIterable<{ key: string; size: number }>
  close(): Promise<void>
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isKey = (name: string): boolean => KEY.test(name)

/** @throws Error unless it is a key, so that no text that somebody chose becomes a path */
export function keyChecked(key: string): string {
  if (!isKey(key)) throw new Error('This is not a key of a stored file.')
  return key
}
