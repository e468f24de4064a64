import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import { createAlarm } from '../../events/alarm.ts'
import { EVENTS_TOPIC } from '../../events/emit.ts'
import { alignmentOf } from './hours.ts'
import { selectAlignments, selectBehind } from './queries.ts'
import { sumMore, tellOfSums } from './sum-hours.ts'

const TURN_MS = 500 // longest turn of one organization, while others wait
const TOGETHER_MS = 1_500 // waits for more events, so that an hour is summed once for many
const LOOK_MS = 60_000 // between searches for sums that are due without an event, as when a conversation has gone quiet

/**
 * Keeps the sums of the overview up to date in a process with a worker.
 * @returns a function that ends it and waits for what is being written
 */
export function startOverview(deps: Dependencies): () => Promise<void> {
  const alarm = createAlarm()
  const due = new Set<string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  const unsubscribe = deps.notifications.subscribe(EVENTS_TOPIC, (organizationId) => {
    if (organizationId === null) lookedAt = Number.NEGATIVE_INFINITY
    else due.add(organizationId)
    alarm.ring()
  })

  const changed = new Set<string>()
  /** Brings the sums of one organization up to date until its turn is over. @returns whether more is left to sum */
  const takeTurn = async (organizationId: string): Promise<boolean> => {
    const ends = performance.now() + TURN_MS
    for (let isMoreLeft = true; isMoreLeft; ) {
      if (isStopped) return false
      const begun = performance.now()
      isMoreLeft = await sumMore(deps, organizationId)
      if (isMoreLeft) changed.add(organizationId)
      // A pause as long as the step was, so that other writers wait for one step at most and get half of the time.
      await sleep(performance.now() - begun)
      if (isMoreLeft && performance.now() > ends) return true
    }
    if (changed.delete(organizationId)) await tellOfSums(deps, organizationId)
    return false
  }
  /** Organizations take turns, so that one with years of conversations to count does not delay the others. */
  const run = async () => {
    const left = new Set<string>()
    let takenAt = Number.NEGATIVE_INFINITY
    do {
      if (performance.now() - lookedAt >= LOOK_MS) {
        for (const id of await selectBehind(deps.database.read, deps.now())) due.add(id)
        for (const { id, time_zone, alignment } of await selectAlignments(deps.database.read))
          if (alignment !== alignmentOf(time_zone)) due.add(id)
        lookedAt = performance.now()
      }
      if (performance.now() - takenAt >= TOGETHER_MS) {
        for (const id of due) left.add(id)
        due.clear()
        takenAt = performance.now()
      }
      for (const id of left) {
        const isMoreLeft = await takeTurn(id).catch((error: unknown) => {
          deps.log.warn({ err: error, organization: id }, 'The overview could not be brought up to date')
          return false
        })
        if (!isMoreLeft) left.delete(id)
      }
    } while (left.size > 0)
  }
  const loop = async () => {
    while (!isStopped) {
      await run().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'The overview could not be brought up to date'),
      )
      if (isStopped) return
      await alarm.wait(LOOK_MS)
      await sleep(isStopped ? 0 : TOGETHER_MS)
    }
  }
  const ended = loop()
  return async () => {
    isStopped = true
    unsubscribe()
    alarm.ring()
    await ended
  }
}
