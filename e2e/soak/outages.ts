import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AlarmRule } from '#contract/enums.ts'
import { rules } from '#server/features/system/rules.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '#server/testing/mail-server.ts'
import { sentence } from '../bench/tools/words.ts'
import type { ModelProvider } from '../faults/support/model-provider.ts'
import { call, must } from '../tools/client.ts'
import type { Week } from './routine.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = DAY_MS / 24
/** Hours of the product's clock for which an alarm is waited for. */
const PATIENCE_HOURS = 12
const ASKERS = 24 // more than are answered at once
const UPLOADS = 10
export const BALLAST = 'ballast'

/** Something that goes wrong once in the week, of which owners have to be told once, and once that it is over. */
export interface Outage {
  rule: AlarmRule
  /** When it begins, in days. */
  at: number
  /** For how many hours it lasts beyond the alarm. */
  hours: number
  begin?(): unknown
  /** Done every quarter of an hour meanwhile. */
  meanwhile?(): unknown
  end(): unknown
}

export interface Props {
  week: Week
  provider: ModelProvider
  receiver: { endpoints: { agent: string; endpoint: string }[]; isGone: boolean }
  /** The mail server by which the mailbox answers. */
  outgoing: { server: MailServer; port: number }
  front: Front | null
  /** The disks of the data folder and of backups; null where none can be mounted. */
  disks: { data: string; backups: string; ballastMegabytes: number } | null
  shortage: { isOn: boolean }
}

/** What of it can be provoked here, in the order of time. */
export function outagesOf({ week, provider, receiver, outgoing, front, disks, shortage }: Props): Outage[] {
  const { url, owner, agents } = week
  const [first = '', provided = ''] = agents
  const ask = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const params = { agent: provided }
      const { id } = (await must(url, 'createConversation', { params, body: {} }, owner)).data
      const message = { params: { ...params, conversation: id }, body: { content: sentence(number) } }
      await must(url, 'sendMessage', message, owner)
    }
  }
  const upload = async () => {
    for (let number = 0; number < UPLOADS; number += 1) {
      const body = { type: 'file', file: new File(['A rule.'], 'rule.txt') } as never
      await call(url, 'createSource', { params: { agent: first }, body }, owner)
    }
  }
  const all: (Outage | null)[] = [
    {
      ...{ rule: 'webhook_off', at: 1.4, hours: 2 },
      begin: () => (receiver.isGone = true),
      async end() {
        receiver.isGone = false
        for (const params of receiver.endpoints) await must(url, 'sendTestWebhook', { params }, owner)
      },
    },
    {
      ...{ rule: 'mailbox_failing', at: 1.6, hours: 3 },
      begin: () => outgoing.server.close(),
      end: async () => (outgoing.server = await startMailServer(undefined, outgoing.port)),
    },
    {
      ...{ rule: 'model_failing', at: 2.35, hours: 3 },
      async begin() {
        provider.behave('error')
        await ask(4)
      },
      async end() {
        provider.behave('well')
        await ask(1)
      },
    },
    {
      ...{ rule: 'jobs_late', at: 2.6, hours: 0 },
      async begin() {
        provider.behave('stalled')
        await ask(ASKERS)
      },
      end() {
        provider.behave('well')
        provider.release()
      },
    },
    disks && {
      ...{ rule: 'backup_old', at: 2.5, hours: 12 },
      begin: () => putBallast(disks.backups), // until the disk is full
      end: () => rmSync(join(disks.backups, BALLAST)),
    },
    disks && {
      ...{ rule: 'disk_low', at: 5.2, hours: 6 },
      begin() {
        shortage.isOn = true
        putBallast(disks.data, disks.ballastMegabytes)
      },
      end() {
        rmSync(join(disks.data, BALLAST))
        shortage.isOn = false
      },
    },
    disks && { rule: 'errors_many', at: 5.21, hours: 1, begin: upload, meanwhile: upload, end() {} },
    front && { rule: 'certificate_ending', at: 4.5, hours: 24, end: () => front.renew() },
  ]
  return all.filter((outage) => outage !== null)
}

const putBallast = (folder: string, megabytes?: number) =>
  spawnSync('dd', [
    'if=/dev/zero',
    `of=${join(folder, BALLAST)}`,
    'bs=1M',
    ...(megabytes ? [`count=${megabytes}`] : []),
  ])

/** Has an outage begin at its time, waits for its alarm, and ends it. @returns what was wrong with the alarm */
export async function suffer(week: Week, outage: Outage, began: number, told: () => Promise<Told>): Promise<string[]> {
  const { rule, at, hours } = outage
  const waitUntil = async (isSo: () => boolean | Promise<boolean>, act?: () => unknown) => {
    while (!(await isSo())) {
      if (week.isOver()) return
      await act?.()
      await delay(HOUR_MS / 4 / week.speed)
    }
  }
  const seen = async (what: keyof Told) => {
    const latest = week.now() + PATIENCE_HOURS * HOUR_MS + (rule === 'backup_old' ? 3 * DAY_MS : 0)
    await waitUntil(async () => week.now() > latest || (await told())[what].includes(rule), outage.meanwhile)
    return (await told())[what].includes(rule)
  }
  await waitUntil(() => week.now() >= began + at * DAY_MS)
  await outage.begin?.()
  const problems: string[] = []
  if (!(await seen('begun'))) problems.push(`${rule}: nobody was told that it began.`)
  const until = week.now() + hours * HOUR_MS
  await waitUntil(() => week.now() >= until, outage.meanwhile)
  await outage.end()
  outage.meanwhile = undefined
  if (!(await seen('over'))) problems.push(`${rule}: nobody was told that it is over.`)
  return problems
}

/** The rules of which somebody was told that something began, or is over, each as often as it was told. */
export interface Told {
  begun: AlarmRule[]
  over: AlarmRule[]
}

const named = (isOver: boolean, isMeant: (title: string) => boolean, into: Told) => {
  for (const rule of Object.keys(rules) as AlarmRule[])
    if (isMeant(rules[rule].title)) into[isOver ? 'over' : 'begun'].push(rule)
}

export function toldByMail(received: readonly ReceivedMail[]): Told {
  const told: Told = { begun: [], over: [] }
  for (const { text } of received) {
    const words = text.replaceAll(/\s+/g, ' ')
    const isOver = words.includes('this is over: ')
    named(isOver, (title) => words.includes(isOver ? `this is over: ${title}.` : ` ${title}. `), told)
  }
  return told
}

export async function toldByNotification({ url, owner }: Week): Promise<Told> {
  const told: Told = { begun: [], over: [] }
  const params = { organization: owner.organizationId }
  for (let before: string | undefined; ; ) {
    const query = { limit: 100, ...(before && { before }) }
    const { items } = (await must(url, 'listNotifications', { params, query }, owner)).data
    for (const { kind, detail } of items) {
      if (kind !== 'alarm' || detail === null) continue
      const isOver = detail.startsWith('Over: ')
      named(isOver, (title) => (isOver ? detail === `Over: ${title}` : detail.startsWith(`${title}. `)), told)
    }
    before = items.at(-1)?.id
    if (items.length < query.limit) return told
  }
}

/** What stands at PUBLIC_URL: a server with a certificate. */
export interface Front {
  url: string
  renew(): void
  close(): void
}

/** @param days until its certificate ends. @returns null where there is no openssl to make one */
export async function startFront(days: number): Promise<Front | null> {
  if (spawnSync('openssl', ['version']).status !== 0) return null
  const made = (validDays: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-front-'))
    const command = `req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -subj /CN=localhost -days ${validDays}`
    spawnSync('openssl', command.split(' '), { cwd: folder })
    const [cert, key] = ['cert', 'key'].map((name) => readFileSync(join(folder, name)))
    rmSync(folder, { recursive: true })
    return { cert, key }
  }
  const server: Server = createServer(made(days), (_, response) => response.end())
  const { listenOnLoopback } = await import('../tools/listen-on-loopback.ts')
  const host = await listenOnLoopback(server as unknown as HttpServer)
  return {
    url: `https://localhost:${host.split(':')[1]}`,
    renew: () => server.setSecureContext(made(10_000)),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
