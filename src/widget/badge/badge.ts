import type { Data } from '#contract/index.ts'
import { basePaths } from '#contract/route.ts'
import { surroundingPage } from '../panel/host.ts'

const FASTEST_LOOK_MS = 15_000
const SLOWEST_LOOK_MS = 60_000
const SLOWER = 1.5

/*
 * What stands in for the panel on pages where it has not been opened yet: a page without anything on it, which counts
 * what an open conversation has received since its visitor last read it, and tells the launcher.
 */
const origin = document.getElementById('baton')?.dataset.origin
if (origin) count(origin)

async function count(origin: string): Promise<void> {
  const { keeper, tell } = await surroundingPage(origin)
  const token = keeper.get('token')
  const read = keeper.get('read')
  let unread = 0
  let wait = FASTEST_LOOK_MS
  tell({ type: 'ready' })
  if (!token || !read) return

  /** @returns whether there may be more to come */
  async function look(read: string): Promise<boolean> {
    const answer = await fetch(`${basePaths.widget}/conversation?after=${read}`, {
      credentials: 'omit',
      headers: { Authorization: `Bearer ${token}` },
    }).catch(() => undefined)
    if (!answer || answer.status >= 500 || answer.status === 429) return true
    if (!answer.ok) {
      // A deleted agent's next page need not ask. Of a token that has ended, another tab may have the one that follows.
      if (answer.status === 404) keeper.set('read', null)
      return false
    }
    const { conversation, items }: Data<'readVisit'> = (await answer.json()).data
    // They may have read on in another tab, of which only the server tells this page.
    const seen = Number.parseInt(conversation?.read_position ?? read, 10)
    const received = items.filter(
      (item) => 'message' in item && item.message.role !== 'visitor' && Number.parseInt(item.position, 10) > seen,
    ).length
    tell({ type: 'unread', count: received })
    if (received > unread) {
      if (wait > FASTEST_LOOK_MS) tell({ type: 'event', name: 'message' }) // what waited before the page is no news
      wait = FASTEST_LOOK_MS
    }
    unread = received
    const goesOn = conversation?.status === 'open'
    if (!goesOn && received === 0) keeper.set('read', null)
    return goesOn
  }

  while (document.hidden || (await look(read))) {
    await new Promise((next) => setTimeout(next, wait))
    wait = Math.min(SLOWEST_LOOK_MS, wait * SLOWER)
  }
}
