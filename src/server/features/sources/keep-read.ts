import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { changeSource } from './queries.ts'
import type { ReadSource } from './read-source.ts'
import { insertVersion, markVersionRead, removeVersions, selectVersion, VERSIONS_KEPT } from './version-queries.ts'

/** A text as PostgreSQL can store it. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/**
 * Stores what was read in the transaction that has locked the source: as a version if text or title differ from the
 * last one, which otherwise is marked as read again.
 */
export async function keepRead(
  ctx: Context,
  tx: Tx,
  source: Row<'sources'>,
  { markdown: read, bytes, fetchedAt = ctx.now() }: NonNullable<ReadSource['document']>,
): Promise<void> {
  const markdown = storableText(read)
  const last = await selectVersion(tx, source.id, source.version)
  if (last && last.content === markdown && last.title === source.title)
    return markVersionRead(tx, source.id, source.version, fetchedAt, bytes)
  const version = last ? source.version + 1 : source.version
  await insertVersion(tx, {
    source_id: source.id,
    version,
    title: source.title,
    content: markdown,
    size_bytes: bytes,
    fetched_at: fetchedAt,
    user_id: null,
    taught: null,
    created_at: ctx.now(),
  })
  if (!last) return
  await removeVersions(tx, source.id, version - VERSIONS_KEPT)
  await changeSource(tx, source.id, { version })
}
