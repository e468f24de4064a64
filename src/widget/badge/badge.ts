import type { Data } from '#contract/index.ts'
import { basePaths } from '#contract/route.ts'
import { surroundingPage } from '../panel/host.ts'

const SECOND_LOOK_MS = 2_000 // milliseconds after the first look, which is made as soon as the page has loaded
const FASTEST_LOOK_MS = 5_000 // milliseconds between two looks while a person answers
const SLOWEST_LOOK_MS = 60_000
const SLOWER = 1.5

/**
 * Stands in for the panel where it was not opened yet: a hidden frame counts unread messages and tells the launcher.
 */
const origin = document.getElementById('baton')?.dataset.origin
if (origin) count(origin)

async function count(origin: string): Promise<void> {
  const { keeper, tell } = await surroundingPage(origin)
  const token = keeper.get('token')
  const read = keeper.get('read')
  let unread = 0
  let isFirst = true
  let wait = SECOND_LOOK_MS
  tell({ type: 'ready' })
  if (!token || !read) return

  /** Counts the unread messages and tells the launcher. @returns whether to look again */
  async function look(read: string): Promise<boolean> {
    const answer = await fetch(`${basePaths.widget}/conversation?after=${read}`, {
      credentials: 'omit',
      headers: { Authorization: `Bearer ${token}` },
    }).catch(() => undefined)
    if (!answer || answer.status >= 500 || answer.status === 429) return true
    if (!answer.ok) {
      // 404: the agent is deleted, so the next page need not ask. 401: another tab may keep a new token, so it may ask.
      if (answer.status === 404) keeper.set('read', null)
      return false
    }
    const { conversation, items }: Data<'readVisit'> = (await answer.json()).data
    // The visitor may have read further in another tab, which this page learns from the server alone.
    const seen = Number.parseInt(conversation?.read_position ?? read, 10)
    const received = items.filter(
      (item) => 'message' in item && item.message.role !== 'visitor' && Number.parseInt(item.position, 10) > seen,
    ).length
    tell({ type: 'unread', count: received })
    if (received > unread && !isFirst) tell({ type: 'event', name: 'message' }) // at the first look, they are older
    const isLively = received > unread || conversation?.response_mode === 'human'
    if (isLively && !isFirst) wait = FASTEST_LOOK_MS
    unread = received
    isFirst = false
    const goesOn = conversation?.status === 'open'
    if (!goesOn && received === 0) keeper.set('read', null)
    return goesOn
  }

  while (document.hidden || (await look(read))) {
    await new Promise((next) => setTimeout(next, wait))
    wait = Math.max(FASTEST_LOOK_MS, Math.min(SLOWEST_LOOK_MS, wait * SLOWER))
  }
}
