import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalSources } from './counts.ts'
import { presentFullSource, presentSource } from './presenter.ts'
import { type ShownSource, selectFullSources, selectShownSources, sourceIds } from './queries.ts'

type Input = VerbInput<'listSources'>

export const listSources = (ctx: Context, input: Input): Promise<VerbResult<'listSources'>> =>
  pageOfSources(ctx, input, selectShownSources, presentSource)

export const listFullSources = (ctx: Context, input: Input): Promise<VerbResult<'listFullSources'>> =>
  pageOfSources(ctx, input, selectFullSources, presentFullSource)

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

export async function getFullSource(
  ctx: Context,
  { source }: VerbInput<'getFullSource'>,
): Promise<VerbResult<'getFullSource'>> {
  const [row] = await selectFullSources(ctx.database.read, [source.id])
  if (!row) throw new AppError('resource_not_found')
  return presentFullSource(row)
}
