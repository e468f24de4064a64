import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalAgents } from './counts.ts'
import { presentAgent, presentFullAgent } from './presenter.ts'
import { agentIds, selectAgents, selectFullAgents } from './queries.ts'

type Input = VerbInput<'listAgents'>

export const listAgents = (ctx: Context, input: Input): Promise<VerbResult<'listAgents'>> =>
  pageOfAgents(ctx, input, selectAgents, (row) => presentAgent(ctx.models, row))

export const listFullAgents = (ctx: Context, input: Input): Promise<VerbResult<'listFullAgents'>> =>
  pageOfAgents(ctx, input, selectFullAgents, (row) => presentFullAgent(ctx.models, row))

function pageOfAgents<Agent extends Row<'agents'>, Item>(
  ctx: Context,
  { organization, query }: Input,
  rows: (db: Db, ids: string[]) => Promise<Agent[]>,
  present: (row: Agent) => Item,
) {
  return readPage(ctx.database, query, {
    total: (db) => totalAgents(db, organization.id, query),
    ids: (db) => agentIds(db, organization.id, query),
    rows,
    present,
  })
}
