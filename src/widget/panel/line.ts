import { basePaths } from '#contract/route.ts'

const QUIET_MS = 45_000 // milliseconds without a heartbeat, of which one comes every 20 s, after which a stream is dead
const SHORTEST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/** What the tab that has the stream passes on to the others: an event, a sign of life, or that it has none any more. */
export type Passed = { name: string; data: unknown } | 'lives' | 'ended'

export interface LineOptions {
  /** The visitor's token; undefined while there is no stream to follow. */
  token: () => string | undefined
  heard: (name: string, data: unknown) => void
  /** Called when the stream begins or ends, in this tab or in the one that shares it. */
  changed: (isOpen: boolean) => void
  /** Passes on what the stream tells to the visitor's other tabs. */
  pass: (passed: Passed) => void
}

/**
 * Follows the stream of the visitor's conversation, and connects again when it is cut. Where tabs can take turns
 * (`locks`), one of the visible tabs has the stream and passes its events on to the others, because a browser opens
 * only a few connections to one server.
 */
export function createLine({ token, heard, changed, pass }: LineOptions) {
  let isOpen = false
  let isOver = false
  let wait = SHORTEST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | undefined
  let isOwn = false

  const open = (next: boolean) => {
    clearTimeout(silence)
    if (isOpen === next) return
    isOpen = next
    changed(next)
  }

  async function follow(): Promise<void> {
    const own = token()
    if (isOver || current || document.hidden || own === undefined) return
    clearTimeout(timer)
    const controller = new AbortController()
    current = controller
    const tell = (passed: Passed) => {
      if (current !== controller) return
      wait = SHORTEST_WAIT_MS
      isOwn = true
      open(true)
      if (typeof passed === 'object') heard(passed.name, passed.data)
      pass(passed)
    }
    try {
      await inTurn(own, controller.signal, () => readEvents(own, controller, tell))
    } catch {
      // A stream that ends or can't be had is asked for again below.
    }
    // Another stream may have begun since this one was given up.
    if (current !== controller) return
    current = undefined
    end()
    timer = setTimeout(follow, wait)
    wait = Math.min(LONGEST_WAIT_MS, wait * 2)
  }

  function drop(): void {
    clearTimeout(timer)
    const dropped = current
    current = undefined
    dropped?.abort()
    end()
  }

  function end(): void {
    if (isOwn) pass('ended')
    isOwn = false
    open(false)
  }

  const look = () => {
    if (document.hidden) drop()
    else void follow()
  }
  document.addEventListener('visibilitychange', look)

  return {
    isOpen: () => isOpen,
    follow,
    /** Hears what the tab that has the stream passes on. */
    hear(passed: Passed) {
      if (isOver || isOwn || !canShare()) return
      open(passed !== 'ended')
      if (passed !== 'ended') silence = setTimeout(() => open(false), QUIET_MS)
      if (typeof passed === 'object') heard(passed.name, passed.data)
    },
    /** Gives the stream up and follows that of the current token. */
    again() {
      drop()
      void follow()
    },
    end() {
      isOver = true
      document.removeEventListener('visibilitychange', look)
      drop()
    },
  }
}

/** With locks, tabs take turns. Only secure pages have them; some browsers refuse them to frames of other websites. */
let locks: LockManager | undefined = globalThis.navigator?.locks

/** Whether the tabs share a stream; otherwise each has its own. */
const canShare = () => locks !== undefined

/**
 * Does the work once no other tab of the same visitor does it; at once where there are no locks.
 * @throws AbortError if the signal is aborted before; whatever the work throws
 */
async function inTurn(token: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let isTurn = false
  try {
    if (locks)
      return await locks.request(`baton:${token}`, { signal }, () => {
        isTurn = true
        return work()
      })
  } catch (error) {
    if (isTurn || signal.aborted) throw error
    locks = undefined // they are refused
  }
  return work()
}

/** Reads one stream to its end. @throws Error if there is none, or it is cut */
async function readEvents(token: string, controller: AbortController, tell: (passed: Passed) => void): Promise<void> {
  let quiet = setTimeout(() => controller.abort(), QUIET_MS)
  try {
    const answer = await fetch(`${basePaths.widget}/events`, {
      credentials: 'omit',
      cache: 'no-store',
      headers: { Authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    if (!answer.ok || !answer.body) throw new Error('There is no stream.')
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(quiet)
      quiet = setTimeout(() => controller.abort(), QUIET_MS)
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1]
        const data = /^data: (.+)$/m.exec(block)?.[1]
        if (name && data) tell({ name, data: JSON.parse(data) })
        else if (block === ':') tell('lives')
      }
    }
  } finally {
    clearTimeout(quiet)
  }
}
