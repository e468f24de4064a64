import type { Data } from '#contract/index.ts'
import type { Db } from '../../db/tables.ts'
import type { Verb } from '../../http/binding.ts'
import type { TaughtFrom } from '../sources/index.ts'
import { isSame, matchOf, type VisitorMatch } from './match.ts'
import { selectPlacesOf, selectTaught, selectVisitors, selectWebsiteVisitors } from './queries.ts'

/**
 * Finds visitors by id or e-mail address, also silent ones. Lists the sources taught from their conversations or gaps,
 * which an erasure keeps: the text is the company's own, but may mention the visitor.
 */
export const findVisitors: Verb<'findVisitors'> = async (ctx, { organization, body }) => {
  const { read } = ctx.database
  const writing = await selectVisitors(read, organization.id, body)
  const found: Data<'findVisitors'> = []
  for (const row of writing) {
    const visitor = matchOf(row)
    const taught = await taughtBy(read, visitor)
    found.push({ ...visitor, conversations: Number(row.conversations), ...(taught.length > 0 && { taught }) })
  }
  const seen = (await selectWebsiteVisitors(read, organization.id, body)).map(matchOf)
  const silent = seen.filter((visitor) => !found.some((other) => isSame(visitor, other)))
  return [...found, ...silent.map((visitor) => ({ ...visitor, conversations: 0 }))]
}

async function taughtBy(db: Db, match: VisitorMatch): Promise<{ source_id: string; title: string }[]> {
  const versions = await selectTaught(db, match.agent_id)
  if (versions.length === 0) return []
  const places = await selectPlacesOf(db, match)
  const from = (taught: string | null) => JSON.parse(taught ?? '{}') as TaughtFrom
  const theirs = versions.filter(({ taught }) => {
    const { conversation = '', gap = '' } = from(taught)
    return places.has(conversation) || places.has(gap)
  })
  const titles = new Map(theirs.map(({ id, title }) => [id, title]))
  return [...titles].map(([source_id, title]) => ({ source_id, title }))
}
