import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { type Line, milliseconds, onBothDatabases, p50AndP95, percentile } from './tools/benchmark.ts'
import { createWorld, type DatabaseName, type World } from './tools/world.ts'

/** As many as an organization may have, since each takes 120 mails a minute. */
const MAILBOXES = 20
const A_SECOND = 20
const SECONDS = 10
const INBOX_TARGET_MS = 2_000
const DAEMON = 'mailer-daemon'
const BOUNCES = 1_000
const AT_ONCE = 10
const PATIENCE_MS = 120_000

interface Box {
  agent: string
  address: string
  url: URL
}

/** Measures how soon a mail stands in the inbox while 20 a second come in, and what a storm of bounces holds up. */
export const mails = onBothDatabases('mails', async (database) => {
  const world = await createWorld(database, { conversations: [1], thread: 1 })
  if (!world) return []
  try {
    const boxes = await makeMailboxes(world)
    return [await inbox(world, boxes, database), await storm(world, boxes, database)]
  } finally {
    await world.close()
  }
})

async function makeMailboxes({ product, owner, agents }: World): Promise<Box[]> {
  const agent = agents.values().next().value!
  const boxes: Box[] = []
  for (let number = 0; number < MAILBOXES; number += 1) {
    const address = `desk-${number}@boats.example`
    const body = { agent_id: agent, name: 'Desk', address, incoming: { type: 'http' as const }, ai: 'silent' as const }
    const params = { organization: owner.organizationId }
    const { inbound_url } = (await must(product.url, 'createMailbox', { params, body }, owner)).data
    boxes.push({ agent, address, url: new URL(new URL(inbound_url!).pathname, product.url) })
  }
  return boxes
}

/** Posts a mail. @returns when that began */
async function post({ address, url }: Box, sender: string, headers: readonly string[] = []): Promise<number> {
  const started = Date.now()
  const own = [`From: ${sender}`, `To: ${address}`, `Subject: Hours`, `Message-ID: <${crypto.randomUUID()}@a.example>`]
  const body = [...own, ...headers, '', `When do you open? ${sender}`, ''].join('\r\n')
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  return started
}

/** When each visitor's first listed conversation was stored, in milliseconds. */
async function visitorsOf({ product, owner }: World, { agent }: Box): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let page = 1; ; page += 1) {
    const query = { page, per_page: 100 }
    const { data } = await must(product.url, 'listConversations', { params: { agent }, query }, owner)
    for (const { chat_user, created_at } of data) found.set(chat_user.id ?? '', Date.parse(created_at))
    if (data.length < query.per_page) return found
  }
}

/** Waits until each sender has a conversation. @returns when each was stored, in milliseconds */
async function stored(world: World, box: Box, senders: ReadonlySet<string>): Promise<Map<string, number>> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const all = await visitorsOf(world, box)
    const found = new Map([...all].filter(([visitor]) => senders.has(visitor)))
    if (found.size === senders.size) return found
    if (Date.now() > until) throw new Error(`${found.size} of ${senders.size} mails have come in.`)
    await delay(500)
  }
}

async function inbox(world: World, boxes: readonly Box[], database: DatabaseName): Promise<Line> {
  const began = new Map<string, number>()
  const posts: Promise<void>[] = []
  for (let number = 0; number < A_SECOND * SECONDS; number += 1) {
    const sender = `visitor-${number}@a.example`
    posts.push(post(boxes[number % MAILBOXES]!, sender).then((started) => void began.set(sender, started)))
    await delay(1_000 / A_SECOND)
  }
  await Promise.all(posts)
  const ends = await stored(world, boxes[0]!, new Set(began.keys()))
  const took = [...began].map(([sender, started]) => ends.get(sender)! - started)
  return {
    what: `${A_SECOND} mails a second, from their post to the inbox, p50 / p95`,
    on: database,
    measured: p50AndP95(took),
    against: milliseconds(INBOX_TARGET_MS),
    isMet: percentile(took, 0.95) <= INBOX_TARGET_MS,
  }
}

/** A mail that a person sends after the last bounce waits for those that came in its mailbox before. */
async function storm(world: World, boxes: readonly Box[], database: DatabaseName): Promise<Line> {
  const report = ['Content-Type: multipart/report; report-type=delivery-status; boundary=x', 'Return-Path: <>']
  const started = Date.now()
  let next = 0
  const work = async () => {
    for (let number = next++; number < BOUNCES; number = next++)
      await post(boxes[number % MAILBOXES]!, `${DAEMON}-${number}@a.example`, report)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const accepted = Date.now() - started
  const senders = boxes.map((_, number) => `after-${number}@a.example`)
  const posted = Date.now()
  await Promise.all(boxes.map((box, number) => post(box, senders[number]!)))
  const ends = await stored(world, boxes[0]!, new Set(senders))
  const opened = [...(await visitorsOf(world, boxes[0]!)).keys()].filter((visitor) => visitor.startsWith(DAEMON))
  if (opened.length > 0) throw new Error(`${opened.length} bounces have opened a conversation.`)
  return {
    what: `${BOUNCES} bounces at once: taken, and then a person's mail in the inbox at the latest`,
    on: database,
    measured: `${milliseconds(accepted)}, ${milliseconds(Math.max(...ends.values()) - posted)}`,
  }
}
