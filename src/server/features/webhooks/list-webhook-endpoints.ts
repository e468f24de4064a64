import type { Context } from '../../context.ts'
import { paginate } from '../../db/paginate.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalEndpoints } from './counts.ts'
import { presentEndpoint } from './presenter.ts'
import { endpointIds, selectEndpoints } from './queries.ts'

export async function listWebhookEndpoints(
  ctx: Context,
  { agent, query }: VerbInput<'listWebhookEndpoints'>,
): Promise<VerbResult<'listWebhookEndpoints'>> {
  return ctx.database.snapshot(async (db) => {
    const total = await totalEndpoints(db, agent.id)
    const rows = await paginate(endpointIds(db, agent.id), {
      page: query.page,
      perPage: query.per_page,
      total,
      rows: (ids) => selectEndpoints(db, ids),
    })
    return { items: rows.map(presentEndpoint), total }
  })
}
