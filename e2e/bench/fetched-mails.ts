import { setTimeout as delay } from 'node:timers/promises'
import type { Input } from '#contract/index.ts'
import { scopeNames } from '#contract/scopes.ts'
import { must, type Owner, ownerAccount, setUp } from '../tools/client.ts'
import { type Dovecot, startDovecot } from '../tools/dovecot.ts'
import { reportMissingPostgres, startPostgres } from '../tools/postgres.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { type Line, milliseconds, onBothDatabases, p50AndP95, percentile } from './tools/benchmark.ts'
import { residentBytes } from './tools/cpu.ts'
import { type DatabaseName, NO_RATE_LIMITS } from './tools/world.ts'

const ORGANIZATIONS = 5
/** As many as an organization may have. */
const EACH = 20
const MAILS = 100
const EVERY_MS = 100
const INBOX_TARGET_MS = 2_000
const POLLED = 20
const POLLED_EVERY_MS = 7_000 // no divisor of a minute, so that mails come at all moments between two looks
const POLLED_TARGET_MS = 65_000
const MEMORY_TARGET_MB = 150
const SETTLE_MS = 5_000
const PATIENCE_MS = 120_000
const MEGABYTE = 1_048_576

interface House {
  owner: Owner
  agent: string
}

/**
 * Measures what a hundred mailboxes take that wait for mail, and how soon a mail stands in the inbox that comes to one,
 * from a server that tells of it by itself (IDLE) and from one that is asked every minute.
 */
export const fetchedMails = onBothDatabases('fetched-mails', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const server = await startDovecot()
  const silent = await startDovecot({ idle: false })
  if (!server || !silent) return []
  const postgres = database === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
  if (postgres === null) {
    reportMissingPostgres()
    return []
  }
  const env = {
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SIGN_UP: 'open',
    RATE_LIMITS: NO_RATE_LIMITS,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const product = await startProduct({ env, args: ['--no-dashboard'] })
  const { url } = product
  try {
    const houses: House[] = []
    for (let number = 0; number < ORGANIZATIONS; number += 1) houses.push(await move(number))
    await delay(SETTLE_MS)
    const before = residentBytes(product.process.pid!)
    for (const [number, house] of houses.entries())
      for (let box = 0; box < EACH; box += 1) await connect(house, `desk-${number}-${box}`, server)
    await until('all are connected', async () => {
      const all = await Promise.all(houses.map(mailboxesOf))
      return all.flat().filter(({ status }) => status === 'connected').length === ORGANIZATIONS * EACH
    })
    await delay(SETTLE_MS)
    const more = (residentBytes(product.process.pid!) - before) / MEGABYTE
    const memory: Line = {
      what: `memory of ${ORGANIZATIONS * EACH} mailboxes that wait for mail`,
      on: database,
      measured: `${more.toFixed(0)} MB`,
      against: `${MEMORY_TARGET_MB} MB`,
      isMet: more <= MEMORY_TARGET_MB,
    }
    const told = await arrivals(houses[0]!, server, (number) => `desk-0-${number % EACH}`, MAILS, EVERY_MS)
    const byIdle: Line = {
      what: `${1_000 / EVERY_MS} mails a second, from their delivery to the inbox by IDLE, p50 / p95`,
      on: database,
      measured: p50AndP95(told),
      against: milliseconds(INBOX_TARGET_MS),
      isMet: percentile(told, 0.95) <= INBOX_TARGET_MS,
    }
    const asking = await move(ORGANIZATIONS)
    await connect(asking, 'desk-asked', silent)
    await until('it is connected', async () =>
      (await mailboxesOf(asking)).every(({ status }) => status === 'connected'),
    )
    const asked = await arrivals(asking, silent, () => 'desk-asked', POLLED, POLLED_EVERY_MS)
    const byAsking: Line = {
      what: 'a mail from a server without IDLE, from its delivery to the inbox, p50 / p95',
      on: database,
      measured: p50AndP95(asked),
      against: milliseconds(POLLED_TARGET_MS),
      isMet: percentile(asked, 0.95) <= POLLED_TARGET_MS,
    }
    return [memory, byIdle, byAsking]
  } finally {
    await product.stop()
    removeData(product)
    await postgres?.stop()
    await server.stop()
    await silent.stop()
  }

  async function move(number: number): Promise<House> {
    const body = { ...ownerAccount, organization: `House ${number}`, email: `owner-${number}@example.com` }
    const owner = number === 0 ? await setUp(url, body) : await signUp(url, body)
    const params = { organization: owner.organizationId }
    return { owner, agent: (await must(url, 'createAgent', { params, body: { name: 'Desk' } }, owner)).data.id }
  }

  async function connect({ owner, agent }: House, user: string, from: Dovecot): Promise<void> {
    const auth = { type: 'password' as const, password: from.password }
    const at = { host: '127.0.0.1', port: from.port, security: 'none' as const, user, folder: 'INBOX' }
    const incoming = { type: 'imap' as const, ...at, auth }
    const body = { agent_id: agent, name: 'Desk', address: `${user}@boats.example`, incoming, ai: 'silent' as const }
    await must(url, 'createMailbox', { params: { organization: owner.organizationId }, body }, owner)
  }

  async function mailboxesOf({ owner }: House) {
    return (await must(url, 'listMailboxes', { params: { organization: owner.organizationId } }, owner)).data
  }

  /** Delivers mails to mailboxes in turn. @returns how long each took until it was in the inbox, in milliseconds */
  async function arrivals(
    { owner, agent }: House,
    from: Dovecot,
    userOf: (number: number) => string,
    count: number,
    everyMs: number,
  ): Promise<number[]> {
    const began = new Map<string, number>()
    for (let number = 0; number < count; number += 1) {
      const [user, sender] = [userOf(number), `visitor-${number}@a.example`]
      const head = [
        `From: ${sender}`,
        `To: ${user}@boats.example`,
        'Subject: Hours',
        `Message-ID: <${number}@a.example>`,
      ]
      began.set(sender, Date.now())
      from.deliver(user, [...head, '', `When do you open? ${sender}`, ''].join('\r\n'))
      await delay(everyMs)
    }
    const ends = new Map<string, number>()
    await until('all have come in', async () => {
      const query = { per_page: count }
      const { data } = await must(url, 'listConversations', { params: { agent }, query }, owner)
      for (const { chat_user, created_at } of data) ends.set(chat_user.id ?? '', Date.parse(created_at))
      return ends.size === count
    })
    return [...began].map(([sender, started]) => ends.get(sender)! - started)
  }
}

async function signUp(url: string, body: Input<'signUp'>['body']): Promise<Owner> {
  const { headers, data } = await must(url, 'signUp', { body })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const organizationId = data.organizations[0]!.id
  const key = { name: 'Bench', scopes: [...scopeNames], expires_at: 'lifetime' as const }
  const input = { params: { organization: organizationId }, body: key } as Input<'createApiKey'>
  return { cookie, organizationId, key: (await must(url, 'createApiKey', input, { cookie })).data.key }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It is not so that ${what}.`)
    await delay(500)
  }
}
