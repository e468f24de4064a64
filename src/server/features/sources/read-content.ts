import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { kinds } from './kinds.ts'
import { countCitations, selectPassages, selectVersion, selectVersions } from './version-queries.ts'
import { isWritten, presentWritten } from './written.ts'

const CITED_SINCE_MS = 90 * 86_400_000

export const getSourceContent: Verb<'getSourceContent'> = (ctx, { source }) => contentOf(ctx, ctx.database.read, source)

/**
 * A source's current text and what the agent has learnt from it, read from the database or in a transaction that has
 * changed it.
 */
export async function contentOf(ctx: Context, db: Db, source: Row<'sources'>): Promise<Data<'getSourceContent'>> {
  const current = await currentVersion(db, source)
  const passages = await selectPassages(db, source.agent_id, source.id)
  return {
    type: source.type,
    title: source.title,
    version: source.version,
    ...presentWritten(source.type, current.content),
    ...(!isWritten(source) && { page: pageOf(source, current) }),
    passages: passages.map(({ content }) => ({ text: content })),
    cited_90_days: await countCitations(db, source.id, ctx.now() - CITED_SINCE_MS),
    taught: presentTaught(current),
  }
}

/**
 * The versions of a source that are kept, the current one first. That one is listed even if it has no row, as when the
 * source was never changed.
 */
export const listSourceVersions: Verb<'listSourceVersions'> = async (ctx, { source }) => {
  const db = ctx.database.read
  const rows = (await selectVersions(db, source.id)).filter(({ version }) => version <= source.version)
  const isCurrentKept = rows[0]?.version === source.version
  return [...(isCurrentKept ? [] : [await currentVersion(db, source)]), ...rows].map(presentVersion)
}

export const getSourceVersion: Verb<'getSourceVersion'> = async (ctx, { source, params }) => {
  const row = await findVersion(ctx.database.read, source, params.version)
  return { ...presentVersion(row), ...presentWritten(source.type, row.content) }
}

/**
 * A version of the source by its number, which is given as in the path of a request.
 * @throws AppError 404
 */
export async function findVersion(db: Db, source: Row<'sources'>, number: string): Promise<Row<'source_versions'>> {
  const version = Number(number)
  if (version === source.version) return currentVersion(db, source)
  const row = version < source.version ? await selectVersion(db, source.id, version) : undefined
  if (!row) throw new AppError('resource_not_found')
  return row
}

/**
 * The current version. Where it has no row, because the source was never changed or its page is not read yet, it is made
 * from the source itself.
 */
export async function currentVersion(db: Db, source: Row<'sources'>): Promise<Row<'source_versions'>> {
  const kept = await selectVersion(db, source.id, source.version)
  if (kept) return kept
  const content = isWritten(source) ? source.content : ''
  return {
    source_id: source.id,
    version: source.version,
    title: source.title,
    content,
    size_bytes: Buffer.byteLength(content),
    fetched_at: null,
    user_id: null,
    taught: null,
    created_at: source.version === 1 ? source.created_at : source.updated_at,
  }
}

function pageOf(source: Row<'sources'>, current: Row<'source_versions'>) {
  return {
    url: kinds[source.type].content === 'address' ? source.content : null,
    title: current.title,
    fetched_at: isoTime(current.fetched_at ?? source.updated_at),
    size_bytes: current.size_bytes,
  }
}

function presentVersion(row: Omit<Row<'source_versions'>, 'source_id' | 'content'>) {
  const { version, title, size_bytes, user_id } = row
  return { version, title, size_bytes, user_id, created_at: isoTime(row.created_at), taught: presentTaught(row) }
}

function presentTaught({
  taught,
  user_id,
  created_at,
}: Pick<Row<'source_versions'>, 'taught' | 'user_id' | 'created_at'>) {
  if (taught === null || user_id === null) return null
  return { user_id, from: JSON.parse(taught) as TaughtFrom, at: isoTime(created_at) }
}

/** From where a member taught a text: a gap, a reply in a conversation, or the playground. */
export interface TaughtFrom {
  gap?: string
  conversation?: string
  message?: string
  playground?: true
}
