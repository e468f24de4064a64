import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { must } from '../tools/client.ts'
import { type Line, milliseconds, onBothDatabases } from './tools/benchmark.ts'
import { atRest, residentBytes } from './tools/cpu.ts'
import { createWorld, type World } from './tools/world.ts'

const MEMORY_TARGET_MB = 300
const SLOWER_TARGET_MS = 300
const QUIET_MS = 5_000
const EVERY_MS = 20
const PATIENCE_MS = 60_000
const MEGABYTE = 1_048_576
const AROUND = 4_096 // bytes of a mail beside its file
const PER_LINE = 57 // bytes, which base64 makes 76 characters of, and two for the end of the line
const LINE = 78
const START_OF_PEAK = '5' // what /proc/PID/clear_refs takes for beginning the measurement of the peak anew

/** Measures what a mail of the largest size takes, and how much later others are answered while it is read. */
export const largeMail = onBothDatabases('large-mail', async (database) => {
  const world = await createWorld(database, { thread: 1 })
  if (!world) return []
  try {
    const { product, owner, agents } = world
    const pid = product.process.pid!
    const agent = agents.values().next().value!
    const params = { organization: owner.organizationId }
    const incoming = { type: 'http' as const }
    const desk = { agent_id: agent, name: 'Desk', address: 'desk@boats.example', incoming, ai: 'silent' as const }
    const { inbound_url } = (await must(product.url, 'createMailbox', { params, body: desk }, owner)).data
    const url = new URL(new URL(inbound_url!).pathname, product.url)
    // The first mail loads what reads mails, which is not what is measured.
    await comesIn(world, agent, url, mailOf('first@a.example', 1_000))
    await atRest(pid)
    const alone = await slowest(world, agent, () => delay(QUIET_MS))
    writeFileSync(`/proc/${pid}/clear_refs`, START_OF_PEAK)
    const before = residentBytes(pid)
    const large = mailOf('large@a.example', limits.mailBytes - AROUND)
    const beside = await slowest(world, agent, () => comesIn(world, agent, url, large))
    const more = (peakBytes(pid) - before) / MEGABYTE
    const later = beside - alone
    const size = `${(large.raw.length / MEGABYTE).toFixed(1)} MB`
    const memory: Line = {
      what: `memory that a mail of ${size} takes at its peak`,
      on: database,
      measured: `${more.toFixed(0)} MB`,
      against: `${MEMORY_TARGET_MB} MB`,
      isMet: more <= MEMORY_TARGET_MB,
    }
    const requests: Line = {
      what: 'the slowest page of a list while it is read, beyond the slowest without it',
      on: database,
      measured: `${milliseconds(beside)} of ${milliseconds(alone)}: ${milliseconds(later)}`,
      against: milliseconds(SLOWER_TARGET_MS),
      isMet: later <= SLOWER_TARGET_MS,
    }
    return [memory, requests]
  } finally {
    await world.close()
  }
})

interface Mail {
  sender: string
  raw: string
}

/** Posts a mail and waits until it is in the inbox. */
async function comesIn({ product, owner }: World, agent: string, url: URL, { sender, raw }: Mail): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body: raw })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(250)) {
    const { data } = await must(product.url, 'listConversations', { params: { agent } }, owner)
    if (data.some(({ chat_user }) => chat_user.id === sender)) return
  }
  throw new Error(`The mail of ${sender} has not come in.`)
}

/** How long the slowest of the lists took that are read one after the other meanwhile, in milliseconds. */
async function slowest({ product, owner }: World, agent: string, during: () => Promise<void>): Promise<number> {
  let [most, isOver] = [0, false]
  const ask = async () => {
    while (!isOver) {
      const started = performance.now()
      await must(product.url, 'listConversations', { params: { agent } }, owner)
      most = Math.max(most, performance.now() - started)
      await delay(EVERY_MS)
    }
  }
  const asked = ask()
  await during().finally(() => {
    isOver = true
  })
  await asked
  return most
}

/** The most resident memory that a process has had since the measurement of the peak began, in bytes. */
function peakBytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

/** A mail with a file that makes it about so many bytes large. */
function mailOf(sender: string, bytes: number): Mail {
  const file = randomBytes(Math.floor(bytes / LINE) * PER_LINE).toString('base64')
  const head = [
    `From: ${sender}`,
    'To: desk@boats.example',
    'Subject: Plans',
    `Message-ID: <${crypto.randomUUID()}@a.example>`,
    'Content-Type: multipart/mixed; boundary=b',
  ]
  const text = ['--b', 'Content-Type: text/plain', '', 'Here are the plans.']
  const name = 'Content-Disposition: attachment; filename=plans.bin'
  const plans = ['--b', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64', name, '']
  const lines = file.match(/.{1,76}/g) ?? []
  return { sender, raw: [...head, '', ...text, ...plans, ...lines, '--b--', ''].join('\r\n') }
}
