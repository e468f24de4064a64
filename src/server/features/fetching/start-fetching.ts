import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { leaveLeases, MAILBOXES_TOPIC, selectFetched, takeLeases } from '../mailboxes/index.ts'
import { followMailbox } from './follow-mailbox.ts'

/** All in milliseconds. */
const TIMES = {
  /** How long a mailbox stays with a process that has died, and how often one that lives makes it longer. */
  lease: 30_000,
  renewal: 10_000,
  /** Between looks at a folder whose server tells of new mail, and at another's. */
  told: 300_000,
  untold: 60_000,
  /** After an error of this server's own, such as a database that is away. */
  pause: 10_000,
}

interface Running {
  mailbox: Row<'mailboxes'>
  stop: AbortController
  done: Promise<void>
}

/**
 * Fetches the mail of all mailboxes from their servers. Of several processes, one does it for each mailbox.
 * @param times Tests shorten them
 * @returns a function that ends it, and resolves once all connections are closed
 */
export function startFetching(deps: Dependencies, times: Partial<typeof TIMES> = {}): () => Promise<void> {
  const { lease, renewal, told, untold, pause } = { ...TIMES, ...times }
  const owner = randomUUID()
  const running = new Map<string, Running>()
  let leasedUntil = 0
  let isStopped = false
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  function follow(mailbox: Row<'mailboxes'>): void {
    const stop = new AbortController()
    const asked = new Map<number, number>()
    const work = async () => {
      while (!stop.signal.aborted) {
        try {
          return await followMailbox({ deps, mailbox, owner, asked }, { told, untold }, stop.signal)
        } catch (error) {
          if (stop.signal.aborted) return
          deps.log.error({ err: error, mailbox_id: mailbox.id }, 'The mail of a mailbox could not be fetched')
          await delay(pause, undefined, { signal: stop.signal }).catch(() => {})
        }
      }
    }
    const done = work().finally(() => {
      if (running.get(mailbox.id)?.stop === stop) running.delete(mailbox.id)
    })
    running.set(mailbox.id, { mailbox, stop, done })
  }

  const end = (id: string) => {
    running.get(id)?.stop.abort()
    running.delete(id)
  }

  /** Takes what nobody fetches, and gives up what is no longer to be fetched, or not as it was. */
  async function look(): Promise<void> {
    const now = deps.now()
    const mailboxes = await selectFetched(deps.database.read)
    const free = mailboxes.filter(({ lease_owner, lease_until }) => lease_owner === owner || lease_until <= now)
    const ids = free.map(({ id }) => id)
    const until = now + lease
    const mine =
      ids.length === 0 ? [] : await deps.database.transaction((tx) => takeLeases(tx, ids, { owner, now, until }))
    leasedUntil = until
    for (const id of [...running.keys()]) if (!mine.includes(id)) end(id)
    for (const mailbox of mailboxes) {
      if (isStopped || !mine.includes(mailbox.id)) continue
      const before = running.get(mailbox.id)
      if (before && isSame(before.mailbox, mailbox) && mailbox.lease_owner === owner) continue
      end(mailbox.id)
      follow(mailbox)
    }
  }

  async function lookNow(): Promise<void> {
    if (isStopped) return
    isAskedAgain = true
    looking ??= (async () => {
      while (isAskedAgain && !isStopped) {
        isAskedAgain = false
        await look().catch((error: unknown) => {
          deps.log.warn({ err: error }, 'Mailboxes whose mail is fetched were not looked for')
          if (deps.now() >= leasedUntil) for (const id of [...running.keys()]) end(id)
        })
      }
    })().finally(() => {
      looking = undefined
    })
    await looking
  }

  const unsubscribe = deps.notifications.subscribe(MAILBOXES_TOPIC, () => void lookNow())
  const timer = setInterval(() => void lookNow(), renewal).unref()
  void lookNow()

  return async () => {
    isStopped = true
    clearInterval(timer)
    unsubscribe()
    await looking
    const all = [...running.values()]
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ done }) => done))
    await deps.database.transaction((tx) => leaveLeases(tx, owner)).catch(() => {}) // they end by themselves
  }
}

/** Whether what a mailbox is fetched by is as it was. */
const isSame = (one: Row<'mailboxes'>, other: Row<'mailboxes'>): boolean =>
  (['incoming', 'incoming_secret', 'mark_seen', 'import_days', 'agent_id'] as const).every(
    (key) => one[key] === other[key],
  )
