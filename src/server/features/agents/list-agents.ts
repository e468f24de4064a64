import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalAgents } from './counts.ts'
import { presentAgent } from './presenter.ts'
import { agentIds, selectAgents } from './queries.ts'

export function listAgents(
  ctx: Context,
  { organization, query }: VerbInput<'listAgents'>,
): Promise<VerbResult<'listAgents'>> {
  const filter = { status: query.status, id: query.id }
  return readPage(ctx.database, query, {
    total: (db) => totalAgents(db, organization.id, filter),
    ids: (db) => agentIds(db, organization.id, filter),
    rows: selectAgents,
    present: (row) => presentAgent(ctx.models, row),
  })
}
