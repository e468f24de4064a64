import { basePaths } from '#contract/route.ts'

const QUIET_MS = 45_000 // milliseconds without a heartbeat, of which one comes every 20 s, after which a stream is dead
const SHORTEST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

export interface LineOptions {
  /** The visitor's token, as long as there is something to follow. */
  token: () => string | undefined
  /** Called with each event's name and data. */
  heard: (type: string, data: unknown) => void
  /** Called when the stream begins or ends. */
  changed: (isOpen: boolean) => void
}

/**
 * Follows the stream of the visitor's conversation while the page is on screen, and connects again when it is cut. A tab
 * in the background has none, because a browser opens only a few connections to one server.
 */
export function createLine({ token, heard, changed }: LineOptions) {
  let isOpen = false
  let isOver = false
  let wait = SHORTEST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | undefined

  const open = (next: boolean) => {
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
    try {
      await readEvents(own, controller, (type, data) => {
        wait = SHORTEST_WAIT_MS
        open(true)
        heard(type, data)
      })
    } catch {
      // A stream that ends or can't be had is asked for again below.
    }
    // Another one may have been begun since this one was given up.
    if (current !== controller) return
    current = undefined
    open(false)
    timer = setTimeout(follow, wait)
    wait = Math.min(LONGEST_WAIT_MS, wait * 2)
  }

  function drop(): void {
    clearTimeout(timer)
    const dropped = current
    current = undefined
    dropped?.abort()
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
    /** Begins anew, under the token of now. */
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

/** Reads one stream to its end. @throws where there is none, or it is cut */
async function readEvents(
  token: string,
  controller: AbortController,
  heard: (type: string, data: unknown) => void,
): Promise<void> {
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
        const type = /^event: (.+)$/m.exec(block)?.[1]
        const data = /^data: (.+)$/m.exec(block)?.[1]
        if (type && data) heard(type, JSON.parse(data))
      }
    }
  } finally {
    clearTimeout(quiet)
  }
}
