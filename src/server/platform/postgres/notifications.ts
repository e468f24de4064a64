import pg from 'pg'
import { afterCommit } from '../after-commit.ts'
import type { Log } from '../log.ts'
import type { Notifications } from '../platform.ts'
import { createTopics } from '../topics.ts'
import { connectionOptions } from './pool.ts'
import { sharedRun } from './shared-run.ts'

const CHANNEL = 'baton'
const SEPARATOR = '\n' // between topic and payload; topics never contain it
const LOOK_YOURSELF = '' // a message without topic and payload, which makes all listeners check the database
const NOTIFY = { name: 'notify', text: 'select pg_notify($1, line) from unnest($2::text[]) as line' }
const SENT_AT_ONCE = 1_000
const LONGEST_WAIT_MS = 5000 // milliseconds between attempts to reconnect
const CHECK_EVERY_MS = 10_000
const CHECK_TIMEOUT_MS = 5000

/**
 * Notifications by LISTEN and NOTIFY over a connection of their own, which is opened again when lost. The listeners
 * then learn that they may have missed some. They are sent right after the commit, many together, because PostgreSQL
 * commits transactions with notifications only one at a time, so each would wait for the disk alone. If a process dies
 * in between, its notifications are lost; therefore a starting process makes all listeners check the database.
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
  const outbox = new Set([LOOK_YOURSELF]) // a set, because equal notifications need to be sent only once
  let passing: string[] = [] // notifications of `tell`, which are dropped if they can't be sent now

  /** Sends all queued notifications. It stops if the connection is lost; the call after reconnecting continues. */
  const { run: send } = sharedRun(async () => {
    await Promise.resolve() // so that all notifications of one commit are sent together
    while (client && outbox.size + passing.length > 0) {
      const sender = client
      const lines = [...outbox].slice(0, SENT_AT_ONCE)
      for (const line of lines) outbox.delete(line) // an equal notification queued from here on is sent again
      const told = passing
      passing = []
      try {
        await sender.query({ ...NOTIFY, values: [CHANNEL, [...told, ...lines]] })
      } catch (error) {
        for (const line of lines) outbox.add(line)
        lose(sender, error)
      }
    }
  })

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
    passing = []
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

  /** Detects a server that went away without closing the connection, which only a query reveals. */
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
    tell(topic, payload) {
      topics.check(payload)
      if (!client) return
      passing.push(topic + SEPARATOR + payload)
      void send()
    },
    subscribe: topics.subscribe,
    async close() {
      await send()
      closed = true
      clearInterval(check)
      clearTimeout(retry)
      const last = client
      client = undefined // else `send` would try for ever to send what is queued from now on
      await last?.end()
    },
  }
}
