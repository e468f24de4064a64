import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import { createAlarm } from '../../events/alarm.ts'
import { EVENTS_TOPIC } from '../../events/emit.ts'
import { selectOrganizationIds } from '../organizations/index.ts'
import { indexMore } from './update-index.ts'

const TOGETHER_MS = 300 // wait for more events, so that those of a busy moment are indexed together
const AGAIN_MS = 5_000 // wait before what failed is tried again
const EVERYTHING_MS = 60 * 60 * 1000 // between looks at all organizations, whether or not something has happened

/**
 * Keeps the index of the search up to date in a process with a worker. It follows the event log, so that the index adds
 * nothing to the time that sending a message takes.
 * @param everythingMs milliseconds between looks at all organizations
 * @returns a function that ends it and waits for what is being written
 */
export function startSearch(deps: Dependencies, everythingMs = EVERYTHING_MS): () => Promise<void> {
  const alarm = createAlarm()
  const due = new Set<string>()
  const failed = new Set<string>()
  const ahead = new Map<string, Set<number>>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  const unsubscribe = deps.notifications.subscribe(EVENTS_TOPIC, (organizationId) => {
    if (organizationId === null) lookedAt = Number.NEGATIVE_INFINITY
    else due.add(organizationId)
    alarm.ring()
  })

  /** Does a small part of the work of each due organization in turn, so that a large one keeps no other waiting. */
  const run = async () => {
    if (performance.now() - lookedAt >= everythingMs) {
      lookedAt = performance.now()
      for (const id of await selectOrganizationIds(deps.database.read)) due.add(id)
    }
    for (const id of [...due]) {
      if (isStopped) return
      due.delete(id)
      const begun = performance.now()
      const seen = ahead.get(id) ?? new Set()
      const isMoreLeft = await indexMore(deps, id, seen).catch((error: unknown) => {
        failed.add(id)
        deps.log.warn({ err: error, organization: id }, 'The search could not be brought up to date')
      })
      if (isMoreLeft) due.add(id)
      if (seen.size > 0) ahead.set(id, seen)
      else ahead.delete(id)
      // A pause as long as the step was, so that other writers wait for one step at most and get half of the time.
      await sleep(performance.now() - begun)
    }
  }
  const loop = async () => {
    while (!isStopped) {
      await run().catch((error: unknown) => {
        lookedAt = Number.NEGATIVE_INFINITY
        deps.log.warn({ err: error }, 'The search could not be brought up to date')
      })
      if (due.size > 0) continue
      const isSound = failed.size === 0 && lookedAt > Number.NEGATIVE_INFINITY
      await alarm.wait(isSound ? Math.max(0, lookedAt + everythingMs - performance.now()) : AGAIN_MS)
      for (const id of failed) due.add(id)
      failed.clear()
      await sleep(TOGETHER_MS)
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
