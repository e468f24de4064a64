import type { Data } from '#contract/index.ts'
import { quotaNames } from '#contract/limits.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { monthOf } from '../../db/time.ts'
import { selectUsage } from './queries.ts'
import { workingHoursOf } from './working-hours.ts'

/** An organization as the API shows it, with what it has used of each quota. */
export async function presentOrganization(ctx: Context, row: Row<'organizations'>): Promise<Data<'getOrganization'>> {
  const used = await selectUsage(ctx.database.read, row.id, monthOf(ctx.now()))
  const limits = ctx.config.planQuotas[row.plan]
  const usage = quotaNames.map((name) => {
    // Links of a crawl count as URLs once they are sources. Their own quota only limits a single crawl.
    const counted = name === 'crawl_links' ? 0 : (used[name] ?? 0)
    return [name, { used: counted, limit: limits[name] }]
  })
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    retention_days: row.retention_days,
    time_zone: row.time_zone,
    working_hours: workingHoursOf(row),
    responders_teach: row.responders_teach === 1,
    usage: Object.fromEntries(usage),
  }
}
