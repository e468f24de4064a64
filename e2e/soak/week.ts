import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import type { AlarmRule } from '#contract/enums.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { openForSeeding } from '../bench/seed.ts'
import { startSite } from '../bench/tools/site.ts'
import { passage } from '../bench/tools/words.ts'
import { NO_QUOTAS, NO_RATE_LIMITS, newAgent } from '../bench/tools/world.ts'
import { mailboxBody } from '../faults/support/mail-ledger.ts'
import { startModelProvider } from '../faults/support/model-provider.ts'
import { must, setUp } from '../tools/client.ts'
import { startDovecot } from '../tools/dovecot.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { startPostgres } from '../tools/postgres.ts'
import { type Product, startProduct } from '../tools/product.ts'
import { SITE_PAGES, type Tally, tallies } from './actors.ts'
import { type Clock, timeOn } from './clock.ts'
import { judgeGrowth, judgeLeap } from './growth.ts'
import { judge } from './memory.ts'
import {
  DAY_MS,
  type Outage,
  outagesOf,
  startFront,
  suffer,
  type Told,
  toldByMail,
  toldByNotification,
} from './outages.ts'
import { live, type Week } from './routine.ts'
import { census, SAMPLE_MS, watch } from './watch.ts'

/** More than of the soak of an hour, as mails are read beside all else and checks asked on a second copy of the model. */
const LIMIT_MEGABYTES = 600
/** An alarm comes below 1,024 free ones, and below 1,000 files are refused. */
const DATA_DISK_MEGABYTES = 1_424
const BALLAST_MEGABYTES = 440
const BACKUP_DISK_MEGABYTES = 300
/** What is erased after so many days, fewer than people can choose, so that it is seen within a week. */
const RETENTION_DAYS = 1
const CERTIFICATE_DAYS = 14 + 5
/** After the week the clock jumps so far that nothing is kept any more but what is kept for good. */
const LEAP_DAYS = 402
/** After which a night has passed, in which what is over is erased. */
const DAYS_AFTER_LEAP = 1.25

export interface WeekOptions {
  days: number
  minutes: number
  isPostgres: boolean
}

/**
 * Lets the product live through days within minutes, by a clock that goes so fast, and has it all that goes wrong in a
 * life. Fails if it takes ever more memory, rows, files, descriptors or threads, or if owners are not told of each outage
 * exactly once.
 */
export async function liveThroughDays({ days, minutes, isPostgres }: WeekOptions): Promise<void> {
  const postgres = isPostgres ? await startPostgres() : undefined
  if (postgres === null) throw new Error('PostgreSQL could not be started.')
  const speed = (days * DAY_MS) / (minutes * 60_000)
  const root = mkdtempSync(join(tmpdir(), 'baton-week-'))
  const [dataDir = '', backups = '', cache = ''] = ['data', 'backups', 'cache'].map((name) => join(root, name))
  const canMount = mountDisk(dataDir, DATA_DISK_MEGABYTES) && mountDisk(backups, BACKUP_DISK_MEGABYTES)

  const done = Object.fromEntries(tallies.map((name) => [name, 0])) as Tally
  const site = await startSite(SITE_PAGES)
  const provider = await startModelProvider()
  const mails = await startMailServer()
  const answers = await startMailServer()
  const outgoing = { server: answers, port: Number(new URL(answers.url).port) }
  const dovecot = await startDovecot()
  const receiver = { endpoints: [] as { agent: string; endpoint: string }[], isGone: false }
  const hooks = createServer((request, response) => {
    request.resume().on('end', () => {
      done.webhooks += 1
      response.writeHead(receiver.isGone ? 410 : 204).end()
    })
  })
  const hook = `http://${await listenOnLoopback(hooks)}/hook`

  const begun = Date.now()
  const from = mondayAfter(begun)
  const clock: Clock = { begun, from, speed }
  const front = await startFront(Math.floor((from + CERTIFICATE_DAYS * DAY_MS - begun) / DAY_MS))
  const env = {
    ...{ RATE_LIMITS: NO_RATE_LIMITS, PLAN_QUOTAS: NO_QUOTAS, OUTBOUND_ALLOW: '127.0.0.0/8', TRUST_PROXY: '127.0.0.1' },
    ...{ OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1`, OPENAI_COMPATIBLE_MODELS: 'stand-in' },
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'baton@example.com', PUBLIC_URL: front?.url ?? 'http://localhost' },
    ...{ BACKUP_DIR: backups, BACKUP_KEEP: 'daily:2,weekly:1', DISK_RESERVE: '1000', TZ: 'UTC', LOG_LEVEL: 'error' },
    ...{ NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock.ts'))}`, NODE_COMPILE_CACHE: cache },
  }
  const start = async (by: Clock): Promise<Product> => {
    const url = postgres && (await followClock(postgres.url, by))
    const own = { SOAK_CLOCK: `${by.begun}:${by.from}:${by.speed}`, ...(url && { DATABASE_URL: url }) }
    return startProduct({ env: { ...env, ...own }, dataDir, args: ['--no-dashboard'] })
  }

  let product = await start(clock)
  const db = await openForSeeding({ dataDir: product.dataDir, databaseUrl: postgres?.url })
  try {
    const { url } = product
    const owner = await setUp(url)
    const params = { organization: owner.organizationId }
    await db.updateTable('organizations').set({ retention_days: RETENTION_DAYS }).execute()
    const { data: models } = await must(url, 'listModels', {}, owner)
    const model = models.find(({ slug }) => slug === 'stand-in')!
    const agents = [await newAgent(url, owner), await newAgent(url, owner, { id: model.id })]
    const learnt: string[] = []
    for (const agent of agents) {
      const body = { type: 'text' as const, content: passage(1, 20_000) }
      const { data } = await must(url, 'createSource', { params: { agent }, body }, owner)
      learnt.push([data].flat()[0]!.id)
      await must(url, 'updateAgentSettings', { params: { agent }, body: { close_quiet_hours: 24 } }, owner)
      const { data: endpoint } = await must(
        url,
        'createWebhookEndpoint',
        { params: { agent }, body: { url: hook } },
        owner,
      )
      receiver.endpoints.push({ agent, endpoint: endpoint.id })
    }
    const [agent_id = ''] = agents
    const desk = await newAgent(url, owner)
    await must(url, 'updateAgent', { params: { agent: desk }, body: { human_intervention: true } }, owner)
    for (const [place, question] of ['Do you ship?', 'Who pays?', 'When?'].entries()) {
      const body = { question, expects: (['answers', 'refuses', 'hands_over'] as const)[place]! }
      await must(url, 'createCheck', { params: { agent: agent_id }, body }, owner)
    }
    const asSite = { url: site.url, agent_id, schedule: 'daily' as const, hour: 4, policy: 'apply_if_green' as const }
    await must(url, 'createSite', { params, body: asSite }, owner)
    const posted = mailboxBody(agent_id, 'crew@boats.example', answers)
    const { data: box } = await must(url, 'createMailbox', { params, body: posted }, { cookie: owner.cookie })
    if (dovecot) {
      const auth = { type: 'password' as const, password: dovecot.password }
      const at = { host: '127.0.0.1', port: dovecot.port, security: 'none' as const, user: 'desk', folder: 'INBOX' }
      const body = { ...posted, address: 'desk@boats.example', incoming: { type: 'imap' as const, ...at, auth } }
      await must(url, 'createMailbox', { params, body: { ...body, ai: 'silent' } }, { cookie: owner.cookie })
    }

    const shortage = { isOn: false }
    let isBroken = false
    const now = () => timeOn(clock, Date.now())
    const week: Week = {
      ...{ url, owner, agents, site, done, now, speed, dovecot },
      inbound: new URL(new URL(box.inbound_url!).pathname, url).href,
      checked: learnt[0]!,
      desk,
      isShort: () => shortage.isOn,
      isOver: () => isBroken || now() >= from + days * DAY_MS,
    }
    const outages = outagesOf({
      ...{ week, provider, receiver, outgoing, front, shortage },
      disks: canMount ? { data: dataDir, backups, ballastMegabytes: BALLAST_MEGABYTES } : null,
    }).filter(({ at }) => at < days - 0.5)
    const told = () => toldByNotification(week)
    // The first error ends all: what fails after it, as the product is stopped, is not worth a word.
    const breaks = (error: unknown) => {
      isBroken = true
      throw error
    }
    const [acts, found, seen] = await Promise.all([
      live(week).catch(breaks),
      Promise.all(outages.map((outage) => suffer(week, outage, from, told).catch(breaks))),
      watch(week, product, { db, backups, from, days }).catch(breaks),
    ])
    const problems = found.flat()
    await delay(SAMPLE_MS)
    const [byMail, byNotification] = [toldByMail(mails.received), await told()]
    const last = await census(db, product, backups)

    await product.stop()
    printLog(product)
    const asked = provider.requests('/v1/chat/completions')
    console.log(`What was done: ${JSON.stringify({ ...done, ...acts, asked })}\n`)
    problems.push(...reportAlarms(outages, byMail, byNotification), ...reportGrowth(seen.counts))
    const memory = judge(seen.memory, LIMIT_MEGABYTES, Math.max(2, Math.floor(days)))
    const medians = memory.medians.map((megabytes) => megabytes.toFixed(0)).join(', ')
    console.log(`\nMemory: highest ${memory.peak.toFixed(0)} MB (at most ${LIMIT_MEGABYTES}); by day ${medians} MB.`)
    problems.push(...memory.problems)

    product = await start({ begun: Date.now(), from: now() + LEAP_DAYS * DAY_MS, speed })
    await delay((DAYS_AFTER_LEAP * DAY_MS) / speed)
    problems.push(...reportLeap(last, await census(db, product, backups)))
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
  } finally {
    printLog(product)
    await product.stop()
    await db.destroy()
    await Promise.all([site.stop(), dovecot?.stop(), postgres?.stop(), mails.close(), outgoing.server.close()])
    for (const server of [provider, hooks, front]) server?.close()
    hooks.closeAllConnections()
    for (const disk of [dataDir, backups]) spawnSync('umount', [disk])
    rmSync(root, { recursive: true })
  }
}

function printLog(product: Product): void {
  if (product.output()) console.log(`\nWhat it logged:\n${product.output().slice(0, 5_000)}`)
}

/** Mounts a file system in memory, where the program was started in a namespace for that (`run.ts`). @returns whether it did */
function mountDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder)
  if (!process.env.SOAK_NAMESPACE) return false
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0
}

/** Midnight before the next Monday, in UTC. */
function mondayAfter(time: number): number {
  const day = Math.floor(time / DAY_MS) // 1 January 1970 was a Thursday
  return (day + 7 - ((day + 3) % 7)) * DAY_MS
}

/**
 * Has a PostgreSQL server's `statement_timestamp`, the only clock of it that the product's queries ask, tell this time.
 * @returns the address under which it does
 */
async function followClock(url: string, { begun, from, speed }: Clock): Promise<string> {
  const db = (await openForSeeding({ databaseUrl: url })) as Kysely<unknown>
  const real = `extract(epoch from pg_catalog.statement_timestamp()) * 1000`
  await sql
    .raw(`create or replace function public.statement_timestamp() returns timestamptz stable language sql as
      $$ select to_timestamp((${from} + (${real} - ${begun}) * ${speed}) / 1000.0) $$`)
    .execute(db)
  await db.destroy()
  const address = new URL(url)
  address.searchParams.set('options', '-c search_path=public,pg_catalog')
  return address.href
}

/** Each alarm that was provoked has to be told once by each way, and its end, and no other. */
function reportAlarms(outages: readonly Outage[], byMail: Told, byNotification: Told): string[] {
  const problems: string[] = []
  const times = (list: readonly AlarmRule[], rule: AlarmRule) => list.filter((each) => each === rule).length
  const provoked = outages.map(({ rule }) => rule)
  console.log('| alarm | mailed | over | notified | over |\n| --- | --- | --- | --- | --- |')
  for (const rule of new Set([...provoked, ...byMail.begun, ...byNotification.begun])) {
    const found = [byMail.begun, byMail.over, byNotification.begun, byNotification.over].map((list) =>
      times(list, rule),
    )
    console.log(`| ${[rule, ...found].join(' | ')} |`)
    const wanted = provoked.includes(rule) ? 1 : 0
    // Five minutes of this clock are seconds of work, which other programs may hold up: then it is right to tell of it.
    const isWrong = (count: number) => (rule === 'jobs_late' ? count < wanted : count !== wanted)
    if (found.some(isWrong)) problems.push(`${rule} was told ${found.join(', ')} times.`)
  }
  return problems
}

function reportGrowth(samples: readonly Record<string, number>[]): string[] {
  console.log('\n| what | most in the first half | in the second | why it may grow |\n| --- | --- | --- | --- |')
  const problems: string[] = []
  for (const { name, first, second, why, isLeak } of judgeGrowth(samples)) {
    if (first + second > 0) console.log(`| ${name} | ${first} | ${second} | ${why ?? ''} |`)
    if (isLeak) problems.push(`${name} grew from ${first} to ${second}, and nothing says why it may.`)
  }
  return problems
}

function reportLeap(before: Record<string, number>, after: Record<string, number>): string[] {
  console.log(`\nWhat is left after ${LEAP_DAYS} days more:\n\n| what | before | after |\n| --- | --- | --- |`)
  const problems: string[] = []
  for (const { name, isLeft } of judgeLeap(before, after)) {
    if ((after[name] ?? 0) > 0) console.log(`| ${name} | ${before[name] ?? 0} | ${after[name]} |`)
    if (isLeft) problems.push(`Of ${name}, ${after[name]} of ${before[name]} are left after ${LEAP_DAYS} days.`)
  }
  return problems
}
