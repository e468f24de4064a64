import type { AlarmRule } from '#contract/enums.ts'
import { repeat } from '../../concurrency/repeat.ts'
import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { notify } from '../notifications/index.ts'
import { firstOrganization } from '../organizations/index.ts'
import { gatherFacts } from './facts.ts'
import { type AlarmMailPayload, alarmMailJob } from './jobs.ts'
import { endAlarms, noteAlarm, selectOwners } from './queries.ts'
import { ALARM_MINUTES, rules, troublesIn } from './rules.ts'

const EVERY_MS = 60_000
const FIRST_AFTER_MS = 30_000
/**
 * An alarm is over when no process has seen its reason for so long, as each sees its own requests and models alone, and
 * what comes and goes is one alarm.
 */
const OVER_AFTER_MS = ALARM_MINUTES * 60_000

/** Looks at the rules once: owners of the first organization are told of what begins and of what is over. */
export async function lookAtAlarms(deps: Dependencies): Promise<void> {
  const facts = await gatherFacts(deps)
  const troubles = troublesIn(facts)
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    for (const { rule, detail } of troubles) {
      if (!(await noteAlarm(tx, { rule, detail, since: now }))) continue
      deps.log.warn({ rule, detail }, `alarm: ${rules[rule].title}`)
      await tell(deps, tx, { rule, detail, isOver: false })
    }
    for (const { rule, detail } of await endAlarms(tx, now - OVER_AFTER_MS)) {
      deps.log.info({ rule }, `alarm over: ${rules[rule].title}`)
      await tell(deps, tx, { rule, detail, isOver: true })
    }
  })
}

async function tell(
  deps: Dependencies,
  tx: Tx,
  news: Omit<AlarmMailPayload, 'userId'> & { rule: AlarmRule },
): Promise<void> {
  const organizationId = await firstOrganization(tx)
  if (organizationId === undefined) return
  const owners = (await selectOwners(tx, organizationId)).map(({ id }) => id)
  const { title } = rules[news.rule]
  const detail = news.isOver ? `Over: ${title}` : `${title}. ${news.detail}`
  const notification = {
    kind: 'alarm',
    organization_id: organizationId,
    agent_id: null,
    subjectId: null,
    detail,
  } as const
  await notify(deps, tx, notification, owners)
  if (!deps.mail) return
  for (const userId of owners) await deps.jobs.send(tx, alarmMailJob, { userId, ...news })
}

/** Looks at the rules once a minute; each process does. */
export function startAlarms(deps: Dependencies): void {
  const warning = 'It could not be seen whether all is well'
  repeat(deps, () => lookAtAlarms(deps), { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, warning })
}
