import { repeat } from '../../concurrency/repeat.ts'
import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { selectAgent } from '../agents/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { nextRun } from './next-run.ts'
import { changeSite, selectDueSites, selectSites, selectSiteToChange } from './queries.ts'
import { startPlan } from './start-plan.ts'

const EVERY_MS = 60_000
const FIRST_AFTER_MS = 10_000 // milliseconds; the first look waits until the process has started

/** Starts the crawls that are due, once for all missed times. Disabled agents wait until the next time. */
export async function queueSites(deps: Dependencies): Promise<void> {
  for (const id of await selectDueSites(deps.database.read, deps.now())) {
    try {
      await queueSite(deps, id)
    } catch (error) {
      deps.log.warn({ err: error, site_id: id }, 'A website that is due could not be queued') // the others still can
    }
  }
}

function queueSite(deps: Dependencies, id: string): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const site = await selectSiteToChange(tx, id)
    const now = deps.now()
    if (!site || site.next_at === null || site.next_at > now) return // another process was faster
    const { time_zone } = await organizationOf(tx, site)
    await changeSite(tx, id, { next_at: nextRun(site, time_zone, now) })
    const agent = await selectAgent(tx, site.agent_id)
    if (agent && agent.is_disabled === 0) await startPlan(deps, tx, site)
  })
}

/** Reschedules an organization's sites after its time zone has changed. Those that are due already stay due. */
export async function moveSchedules(deps: Dependencies, tx: Tx, organizationId: string): Promise<void> {
  const now = deps.now()
  const { time_zone } = await organizationOf(tx, { organization_id: organizationId })
  for (const { id } of await selectSites(tx, organizationId)) {
    const site = await selectSiteToChange(tx, id)
    if (!site || site.next_at === null || site.next_at <= now) continue
    const next_at = nextRun(site, time_zone, now)
    if (next_at !== site.next_at) await changeSite(tx, id, { next_at })
  }
}

/** Looks for due sites each minute, so that a server which was off catches up. @returns a function that ends it */
export function startSites(deps: Dependencies): () => void {
  const warning = 'Websites that are due were not looked for'
  return repeat(deps, () => queueSites(deps), { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, warning })
}
