import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { totalEndpoints } from './counts.ts'
import { presentEndpoint, presentFullEndpoint } from './presenter.ts'
import { endpointIds, selectEndpoints } from './queries.ts'

type Input = VerbInput<'listWebhookEndpoints'>

export const listWebhookEndpoints = (ctx: Context, input: Input): Promise<VerbResult<'listWebhookEndpoints'>> =>
  pageOfEndpoints(ctx, input, presentEndpoint)

export const listFullWebhookEndpoints = (ctx: Context, input: Input): Promise<VerbResult<'listFullWebhookEndpoints'>> =>
  pageOfEndpoints(ctx, input, presentFullEndpoint)

function pageOfEndpoints<Item>(
  ctx: Context,
  { agent, query }: Input,
  present: (row: Row<'webhook_endpoints'>) => Item,
) {
  return readPage(ctx.database, query, {
    total: (db) => totalEndpoints(db, agent.id),
    ids: (db) => endpointIds(db, agent.id),
    rows: selectEndpoints,
    present,
  })
}
