import { sql } from 'kysely'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { typesOf } from './kinds.ts'

const PAGES_PER_QUERY = 200

/** The text of a page as a site's crawl has read it; undefined if it is not kept any more. */
export async function selectKeptPage(db: Db, siteId: string, url: string) {
  const row = await db
    .selectFrom('site_pages')
    .select(['title', 'content', 'size_bytes', 'read_at'])
    .where('site_id', '=', siteId)
    .where('url', '=', url)
    .executeTakeFirst()
  return row?.content == null ? undefined : { ...row, content: row.content }
}

/** The pages that an agent has as sources, oldest first, in lists that fit in memory. */
export async function* pagesOfAgent(db: Db, agentId: string): AsyncGenerator<Row<'sources'>[]> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('sources')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where('is_draft', '=', 0)
      .where('type', 'in', typesOf('address'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGES_PER_QUERY)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGES_PER_QUERY) return
    after = rows.at(-1)!.id
  }
}

/** The oldest source that an agent has of the page at an address. */
export function selectPageSource(db: Db, agentId: string, url: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('sources')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 0)
    .where('type', 'in', typesOf('address'))
    .where('content', '=', url)
    .orderBy('id')
    .executeTakeFirst()
}

/** Whether an agent has an older source of a page on the same website (scheme, host and port) as this one. */
export async function hasOlderPage(db: Db, { id, agent_id, content }: Row<'sources'>): Promise<boolean> {
  const start = `${new URL(content).origin}/`
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('agent_id', '=', agent_id)
    .where('is_draft', '=', 0)
    .where('type', 'in', typesOf('address'))
    .where('id', '<', id)
    .where(sql<boolean>`substr(content, 1, ${start.length}) = ${start}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The address of the website whose crawls keep a source up to date; undefined if none does. */
export async function selectSiteAddress(db: Db, sourceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_pages')
    .innerJoin('sites', 'sites.id', 'site_pages.site_id')
    .select('sites.url')
    .where('site_pages.source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  return row?.url
}

/** The current texts of pages by the ids of their sources; those that are not read yet have none. */
export async function selectTexts(db: Db, sourceIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sources')
    .innerJoin('source_versions', (join) =>
      join
        .onRef('source_versions.source_id', '=', 'sources.id')
        .onRef('source_versions.version', '=', 'sources.version'),
    )
    .select(['sources.id', 'source_versions.content'])
    .where('sources.id', 'in', sourceIds)
    .execute()
  return new Map(rows.map(({ id, content }) => [id, content]))
}
