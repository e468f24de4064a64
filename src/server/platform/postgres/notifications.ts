import pg from 'pg'
import { afterCommit } from '../after-commit.ts'
import type { Log } from '../log.ts'
import type { Notifications } from '../platform.ts'
import { createTopics } from '../topics.ts'
import { connectionOptions } from './pool.ts'

const CHANNEL = 'baton'
const SEPARATOR = '\n' // between topic and payload; no topic has one
const LOOK_YOURSELF = '' // instead of both: what a process that died had to tell may never have been sent
const NOTIFY = { name: 'notify', text: 'select pg_notify($1, line) from unnest($2::text[]) as line' }
const SENT_AT_ONCE = 1_000
const LONGEST_WAIT_MS = 5000 // between tries to connect again
const CHECK_EVERY_MS = 10_000
const CHECK_TIMEOUT_MS = 5000

/**
 * Notifications by LISTEN and NOTIFY over one connection of its own, which comes back when lost. Whoever listens is
 * told of the gap.
 *
 * They are sent right after the commit, many together, and not in the transaction: PostgreSQL lets only one transaction
 * that notifies commit at a time, so that each would wait for the disk by itself. A process that dies in between leaves
 * something untold; the next one that starts has everybody look.
 *
 * @throws the driver's error when the server can't be reached at the start
 */
export async function connectPostgresNotifications(
  databaseUrl: string,
  log: Log,
): Promise<Notifications & { close(): Promise<void> }> {
  const topics = createTopics(log)
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const outbox = new Set([LOOK_YOURSELF]) // a set, because nobody needs the same notification twice
  let sending: Promise<void> | undefined

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  /** Sends all that is waiting. It stops when the connection is lost; the next call continues from there. */
  async function sendAll(): Promise<void> {
    await Promise.resolve() // lets everything that the same commits notify of be sent together
    while (client && outbox.size > 0) {
      const sender = client
      const lines = [...outbox].slice(0, SENT_AT_ONCE)
      for (const line of lines) outbox.delete(line) // what is notified again from here on is sent again
      try {
        await sender.query({ ...NOTIFY, values: [CHANNEL, lines] })
      } catch (error) {
        for (const line of lines) outbox.add(line)
        lose(sender, error)
      }
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connectionOptions(databaseUrl), query_timeout: CHECK_TIMEOUT_MS })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The connection ended')))
    next.on('notification', ({ payload = '' }) => {
      if (payload === LOOK_YOURSELF) return topics.missed()
      const end = payload.indexOf(SEPARATOR)
      topics.deliver(payload.slice(0, end), payload.slice(end + 1))
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    if (closed) await next.end()
    else client = next
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (closed || client !== lost) return
    client = undefined
    log.warn({ err: error }, 'The connection for notifications was lost')
    lost.end().catch(() => {})
    reconnect(100)
  }

  function reconnect(wait: number): void {
    if (closed) return
    retry = setTimeout(() => {
      connect().then(
        () => {
          topics.missed()
          void send()
        },
        () => reconnect(Math.min(wait * 2, LONGEST_WAIT_MS)),
      )
    }, wait)
  }

  /** A server that went away without closing the connection is only noticed by asking it something. */
  const check = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch((error) => lose(asked, error))
  }, CHECK_EVERY_MS).unref()

  try {
    await connect()
    await send()
  } catch (error) {
    clearInterval(check)
    throw error
  }
  return {
    async notify(tx, topic, payload) {
      topics.check(payload)
      afterCommit(tx, () => {
        outbox.add(topic + SEPARATOR + payload)
        void send()
      })
    },
    subscribe: topics.subscribe,
    async close() {
      await send()
      closed = true
      clearInterval(check)
      clearTimeout(retry)
      await client?.end()
    },
  }
}
