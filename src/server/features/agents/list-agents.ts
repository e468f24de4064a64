import type { Models } from '../../adapters/models/catalogue.ts'
import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { modelsOf } from '../own-models/index.ts'
import { totalAgents } from './counts.ts'
import { presentAgent, presentFullAgent } from './presenter.ts'
import { agentIds, selectAgents, selectFullAgents } from './queries.ts'

type Input = VerbInput<'listAgents'>

export const listAgents = (ctx: Context, input: Input): Promise<VerbResult<'listAgents'>> =>
  pageOfAgents(ctx, input, selectAgents, presentAgent)

export const listFullAgents = (ctx: Context, input: Input): Promise<VerbResult<'listFullAgents'>> =>
  pageOfAgents(ctx, input, selectFullAgents, presentFullAgent)

async function pageOfAgents<Agent extends Row<'agents'>, Item>(
  ctx: Context,
  { organization, query }: Input,
  rows: (db: Db, ids: string[]) => Promise<Agent[]>,
  present: (models: Models, row: Agent) => Item,
) {
  const models = await modelsOf(ctx, organization.id)
  return readPage(ctx.database, query, {
    total: (db) => totalAgents(db, organization.id, query),
    ids: (db) => agentIds(db, organization.id, query),
    rows,
    present: (row) => present(models, row),
  })
}
