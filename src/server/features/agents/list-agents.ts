import type { Context } from '../../context.ts'
import { paginate } from '../../db/paginate.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalAgents } from './counts.ts'
import { presentAgent } from './presenter.ts'
import { agentIds, selectAgents } from './queries.ts'

export async function listAgents(ctx: Context, input: VerbInput<'listAgents'>): Promise<VerbResult<'listAgents'>> {
  const { organization, query } = input
  const filter = { status: query.status, id: query.id }
  return ctx.database.snapshot(async (db) => {
    const total = await totalAgents(db, organization.id, filter)
    const rows = await paginate(agentIds(db, organization.id, filter), {
      page: query.page,
      perPage: query.per_page,
      total,
      rows: (ids) => selectAgents(db, ids),
    })
    return { items: rows.map((row) => presentAgent(ctx.models, row)), total }
  })
}
