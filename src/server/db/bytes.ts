import { type RawBuilder, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db } from './tables.ts'

/** Bytes as a statement gives them that reads many: as they are, or in Base64. */
export type SentBytes = Uint8Array | string

/**
 * A column of bytes for statements that read many rows. PostgreSQL's driver receives bytes as hexadecimal digits, which
 * are half as long again as Base64 and take twice as long to read.
 */
export function sentBytes(db: Db, column: string): RawBuilder<SentBytes> {
  return hasRowLocks(db) ? sql<string>`encode(${sql.ref(column)}, 'base64')` : sql<Uint8Array>`${sql.ref(column)}`
}

/** The bytes themselves. */
export function receiveBytes(bytes: SentBytes): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : bytes
}
