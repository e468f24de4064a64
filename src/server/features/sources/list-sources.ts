import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb, VerbInput, VerbResult } from '../../http/binding.ts'
import { totalSources } from './counts.ts'
import { findSourceIds } from './find-queries.ts'
import { presentFullSource, presentSource } from './presenter.ts'
import { type ShownSource, selectFullSources, selectShownSources, sourceIds } from './queries.ts'

type Input = VerbInput<'listSources'>

export const listSources = (ctx: Context, input: Input): Promise<VerbResult<'listSources'>> =>
  pageOfSources(ctx, input, selectShownSources, presentSource)

export const listFullSources: Verb<'listFullSources'> = (ctx, input) => {
  if (input.query.q) return foundSources(ctx, input, input.query.q)
  return pageOfSources(ctx, input, selectFullSources, presentFullSource)
}

/** One page of the sources in which words are found. No counter knows how many those are, so all of them are found. */
function foundSources(ctx: Context, { agent, query }: VerbInput<'listFullSources'>, words: string) {
  return ctx.database.snapshot(async (db) => {
    const ids = await findSourceIds(db, agent.id, words, query)
    const shown = ids.slice((query.page - 1) * query.per_page, query.page * query.per_page)
    const rows = shown.length === 0 ? [] : await selectFullSources(db, shown)
    const byId = new Map(rows.map((row) => [row.id, presentFullSource(row)]))
    return { items: shown.flatMap((id) => byId.get(id) ?? []), total: ids.length }
  })
}

function pageOfSources<Row extends ShownSource, Item>(
  ctx: Context,
  { agent, query }: Input,
  rows: (db: Db, ids: string[]) => Promise<Row[]>,
  present: (row: Row) => Item,
) {
  return readPage(ctx.database, query, {
    total: (db) => totalSources(db, agent.id, query),
    ids: (db) => sourceIds(db, agent.id, query),
    rows,
    present,
  })
}

export const getFullSource: Verb<'getFullSource'> = async (ctx, { source }) => {
  const [row] = await selectFullSources(ctx.database.read, [source.id])
  if (!row) throw new AppError('resource_not_found')
  return presentFullSource(row)
}
