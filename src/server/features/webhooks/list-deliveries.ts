import type { Data } from '#contract/index.ts'
import { readPage } from '../../db/paginate.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { totalDeliveries } from './counts.ts'
import { presentDelivery } from './presenter.ts'
import { deliveryIds, selectAttempts, selectDeliveries } from './queries.ts'

export const listDeliveries: Verb<'listWebhookDeliveries'> = (ctx, { agent, query }) =>
  readPage(ctx.database, query, {
    // For an endpoint of another agent the total is 0, so that the page is empty.
    total: (db) => totalDeliveries(db, agent.id, query),
    ids: (db) => deliveryIds(db, agent.id, query),
    rows: deliveriesWithAttempts,
    present: (delivery) => delivery,
  })

/** One delivery as the API shows it. */
export async function showDelivery(db: Db, id: string): Promise<Data<'getWebhookDelivery'>> {
  const [delivery] = await deliveriesWithAttempts(db, [id])
  if (!delivery) throw new AppError('resource_not_found')
  return delivery
}

async function deliveriesWithAttempts(db: Db, ids: string[]): Promise<Data<'listWebhookDeliveries'>> {
  const rows = await selectDeliveries(db, ids)
  const attempts = Map.groupBy(await selectAttempts(db, ids), (attempt) => attempt.delivery_id)
  return rows.map((row) => presentDelivery(row, attempts.get(row.id) ?? []))
}
