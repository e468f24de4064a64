import type { Context } from '../../context.ts'
import { paginate } from '../../db/paginate.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalSources } from './counts.ts'
import { presentSource } from './presenter.ts'
import { selectShownSources, sourceIds } from './queries.ts'

export async function listSources(ctx: Context, input: VerbInput<'listSources'>): Promise<VerbResult<'listSources'>> {
  const { agent, query } = input
  return ctx.database.snapshot(async (db) => {
    const total = await totalSources(db, agent.id, query)
    const rows = await paginate(sourceIds(db, agent.id, query), {
      page: query.page,
      perPage: query.per_page,
      total,
      rows: (ids) => selectShownSources(db, ids),
    })
    return { items: rows.map(presentSource), total }
  })
}
