import type { Dependencies } from '../../context.ts'
import { createAlarm } from '../../events/alarm.ts'
import { EVENTS_TOPIC } from '../../events/emit.ts'
import { selectOrganizationIds } from './queries.ts'
import { updateIndex } from './update-index.ts'

const TOGETHER_MS = 300 // waits for more events, so that those of a busy moment are indexed together
const EVERYTHING_MS = 60 * 60 * 1000 // between looks at all organizations, whether or not something has happened

/**
 * Keeps the index of the search up to date in a process with a worker. The event log is its feed, so that sending a
 * message costs nothing more.
 * @returns a function that ends it
 */
export function startSearch(deps: Dependencies): () => void {
  const alarm = createAlarm()
  const due = new Set<string>()
  let isEverythingDue = true
  let isStopped = false
  const unsubscribe = deps.notifications.subscribe(EVENTS_TOPIC, (organizationId) => {
    if (organizationId === null) isEverythingDue = true
    else due.add(organizationId)
    alarm.ring()
  })

  const run = async () => {
    if (isEverythingDue) for (const id of await selectOrganizationIds(deps.database.read)) due.add(id)
    isEverythingDue = false
    for (const id of [...due]) {
      if (isStopped) return
      due.delete(id)
      await updateIndex(deps, id).catch((error: unknown) => {
        due.add(id)
        throw error
      })
    }
  }
  const loop = async () => {
    while (!isStopped) {
      await run().catch((error: unknown) => deps.log.warn({ err: error }, 'The search could not be brought up to date'))
      await alarm.wait(due.size > 0 ? TOGETHER_MS : EVERYTHING_MS)
      if (due.size === 0) isEverythingDue = true
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS).unref())
    }
  }
  void loop()
  return () => {
    isStopped = true
    unsubscribe()
    alarm.ring()
  }
}
