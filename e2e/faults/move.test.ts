import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import type { RouteName } from '#contract/routes.ts'
import { newDatabase } from '../api/support/storage.ts'
import { until } from '../api/support/until.ts'
import { article, startWebsite } from '../api/support/website.ts'
import { must, type Owner } from '../tools/client.ts'
import { commandOf } from '../tools/product.ts'
import { runCommand, runProgram } from './support/command.ts'
import { followEvents } from './support/event-stream.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { answered } from './support/ledger.ts'
import { type Household, liveIn, QUESTION, readAll } from './support/live-in.ts'

const words = 'A page with enough words on it to be worth reading, about the harbour and its people. '

it('moves an installation that has been lived in to PostgreSQL and back, and nothing is lost', async () => {
  if (!databaseNames().includes('PostgreSQL')) return console.warn('PostgreSQL is missing: this test did not run.')
  const site = await startWebsite(({ path }) => (path === '/' ? { body: article('Home', words.repeat(3)) } : undefined))
  const receiver = await startWebsite(() => ({ status: 200 }))
  let refuses = true
  const silent = await startWebsite(() => ({ status: refuses ? 503 : 200 }))
  const installation = await newInstallation('SQLite')
  const folder = mkdtempSync(join(tmpdir(), 'baton-move-'))
  const file = join(folder, 'baton.export')
  const { dataDir } = installation
  try {
    const { product: before, owner, agent } = await installation.begin()
    const addresses = { site: site.url, receiver: receiver.url, silent: silent.url }
    const household = await liveIn(before.url, owner, agent, addresses)
    await workIn(before.url, owner, household)
    const stream = followEvents(before.url, owner)
    await until('the stream is open', async () => stream.lastId() !== '')
    stream.close()
    const answersBefore = await readAll(before.url, household)

    const refused = await runCommand('export', [file], { DATA_DIR: dataDir })
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('in use by another process')])
    expect(await before.stop()).toBe(0)
    const nowhere = await runCommand('export', [join(folder, 'none', 'file')], { DATA_DIR: dataDir })
    expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringContaining('There is no folder')])
    const exported = await runCommand('export', [file], { DATA_DIR: dataDir })
    expect(exported.code, exported.output).toBe(0)
    const again = await runCommand('export', [file], { DATA_DIR: dataDir })
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('exists already')])

    const databaseUrl = await newDatabase(inject('ownPostgres')!)
    const target = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    const half = join(folder, 'half')
    const whole = readFileSync(file)
    writeFileSync(half, whole.subarray(0, whole.length / 2))
    const damaged = await runCommand('import', [half], target)
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('cut off or damaged')])

    const imported = await runCommand('import', [file], target)
    expect(imported.code, imported.output).toBe(0)
    expect(rowsIn(imported.output)).toEqual(rowsIn(exported.output))
    console.log(`moved ${Object.values(rowsIn(imported.output)).reduce((sum, count) => sum + count)} rows`)
    const twice = await runCommand('import', [file], target)
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('not empty')])

    refuses = false
    const waiting = new Set(silent.received.map(({ headers }) => headers['webhook-id']))
    const after = await installation.start({ DATABASE_URL: databaseUrl })
    expect(await readAll(after.url, household)).toEqual(answersBefore)

    const params = { agent, conversation: household.conversation }
    const once = { ...owner, headers: { 'idempotency-key': 'once' } }
    const replayed = await must(after.url, 'sendMessage', { params, body: { content: QUESTION } }, once)
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    const resumed = followEvents(after.url, owner, stream.lastId())
    await must(after.url, 'sendMessage', { params, body: { content: 'How many cranes does the harbour have?' } }, owner)
    expect((await answered(after.url, owner, params)).at(-1)?.content).toContain('nine cranes')
    await until('the stream goes on where it was', async () => {
      expect(resumed.entries.map(({ event }) => event)).not.toContain('reset')
      for (const { id } of resumed.entries) expect(newestNumber(id)).toBeGreaterThan(newestNumber(stream.lastId()))
      return resumed.entries.some(({ data }) => data.type === 'message.created')
    })
    resumed.close()
    await until('what was to be sent again is', async () => {
      const { data } = await must(after.url, 'listWebhookDeliveries', { params: { agent } }, owner)
      // On a slow machine some were refused twice before the move, and their third attempt comes five minutes later.
      const refusals = (attempts: (typeof data)[number]['attempts']) =>
        attempts.filter((attempt) => attempt.response_status === 503).length
      return data.every(({ status, attempts }) => status === 'succeeded' || refusals(attempts) > 1)
    })
    const sentAgain = silent.received.filter(({ headers }) => waiting.has(headers['webhook-id']!))
    expect(sentAgain.length).toBeGreaterThanOrEqual(2 * waiting.size)

    const sources = (await must(after.url, 'listSources', { params: { agent } }, owner)).data
    const upload = sources.find((source) => source.type === 'file')!
    await must(after.url, 'retrainSource', { params: { agent, source: upload.id } }, owner)
    await until('the uploaded file is read again', async () => {
      const { data } = await must(after.url, 'getSource', { params: { agent, source: upload.id } }, owner)
      expect(data.status).not.toBe('failed')
      return data.status === 'completed'
    })
    expect(await after.stop()).toBe(0)

    // A conversation begins while nobody makes deliveries. It goes back to SQLite with the job that is to tell of it.
    const idle = await installation.start({ DATABASE_URL: databaseUrl, ROLE: 'http' })
    const body = { chat_user_id: 'visitor-2' }
    const late = (await must(idle.url, 'createConversation', { params: { agent }, body }, owner)).data.id
    const place = followEvents(idle.url, owner)
    await until('the stream is open', async () => place.lastId() !== '')
    place.close()
    const answersOnPostgres = await readAll(idle.url, household)
    expect(await idle.stop()).toBe(0)
    const moveBack = commandsOf('Move back to SQLite')
    expect(moveBack.pop()).toBe('npm start')
    const script = moveBack
      .join('\n')
      .replaceAll(/npm run (\w+) --/g, (_, verb: string) => commandOf(verb).join(' '))
      .replaceAll('postgres://user:password@host/baton', `'${databaseUrl}'`)
      .replaceAll('data/', `${dataDir}/`)
      .replaceAll('back.export', join(folder, 'back.export'))
    const movedBack = await runProgram(['sh', '-e', '-c', script], { DATA_DIR: dataDir })
    expect(movedBack.code, movedBack.output).toBe(0)
    const [sent, arrived] = movedBack.output.split('Imported ')
    expect(rowsIn(arrived!)).toEqual(rowsIn(sent!))

    const back = await installation.start()
    expect(await readAll(back.url, household)).toEqual(answersOnPostgres)
    const toldOf = () => {
      const told = receiver.received.map(({ body }) => JSON.parse(body).data)
      return told.filter(({ conversation }) => conversation.id === late).map(({ sequence }) => sequence)
    }
    await until('the job of before is done', async () => toldOf().length === 1)
    const replayedBack = await must(back.url, 'sendMessage', { params, body: { content: QUESTION } }, once)
    expect(replayedBack.headers.get('idempotent-replayed')).toBe('true')
    const onward = followEvents(back.url, owner, place.lastId())
    const latest = { agent, conversation: late }
    const { data: next } = await must(back.url, 'sendMessage', { params: latest, body: { content: QUESTION } }, owner)
    expect((await answered(back.url, owner, latest)).at(-1)?.content).toContain('nine')
    const { items } = (await must(back.url, 'listThread', { params: latest }, owner)).data
    expect(items.map(({ position }) => position)).toEqual(['1.0', '2.0', '3.0'])
    await until('its next event is told of', async () => toldOf().length === 2)
    expect(toldOf()).toEqual([1, 2])
    await until('the stream goes on where it was', async () => {
      expect(onward.entries.map(({ event }) => event)).not.toContain('reset')
      for (const { id } of onward.entries) expect(newestNumber(id)).toBeGreaterThan(newestNumber(place.lastId()))
      return onward.entries.some(({ data }) => data.message_id === next.id)
    })
    onward.close()
    expect(await back.stop()).toBe(0)
  } finally {
    await installation.remove()
    for (const website of [site, receiver, silent]) website.close()
    rmSync(folder, { recursive: true })
  }
})

/**
 * Extracts the newest number of an event id. While older transactions are open, the id lists the last settled number
 * and those sent since.
 */
function newestNumber(id: string): number {
  return Math.max(...id.split(',').map(Number))
}

it('ends where the database to import into can not be used', async () => {
  if (!databaseNames().includes('PostgreSQL')) return console.warn('PostgreSQL is missing: this test did not run.')
  const installation = await newInstallation('SQLite')
  const { dataDir } = installation
  const file = join(dataDir, 'baton.export')
  try {
    const { product } = await installation.begin()
    await product.stop()
    expect((await runCommand('export', [file], { DATA_DIR: dataDir })).code).toBe(0)
    const url = new URL(await newDatabase(inject('ownPostgres')!))
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const target = { DATABASE_URL: url.href, DATA_DIR: dataDir }
    for (const command of [() => runCommand('import', [file], target), () => runCommand('checks', ['x'], target)]) {
      const { code, output } = await command()
      expect([code, output]).toEqual([1, expect.stringContaining('It only reads')])
    }
  } finally {
    await installation.remove()
  }
})

/**
 * Has a person work in an installation: they answer and note something in one conversation, and a mail has come.
 * Adds requests that read it to the household's.
 */
async function workIn(url: string, owner: Owner, household: Household): Promise<void> {
  const { agent } = household
  const organization = { organization: owner.organizationId }
  const { data } = await must(url, 'createConversation', { params: { agent }, body: { chat_user_id: 'zoë' } }, owner)
  const params = { agent, conversation: data.id }
  await must(url, 'sendHumanMessage', { params, body: { content: 'Grüezi! 東京 is far away.' } }, owner)
  await must(url, 'createNote', { params, body: { content: `Ask the ${'harbour '.repeat(20)}master.` } }, owner)
  const mailbox = { agent_id: agent, name: 'Desk', address: 'desk@example.com', ai: 'silent' as const }
  const body = { ...mailbox, incoming: { type: 'http' as const } }
  const desk = (await must(url, 'createMailbox', { params: organization, body }, owner)).data
  const mail =
    'From: Ann <ann@a.example>\nTo: desk@example.com\nSubject: A cormorant\nMessage-ID: <1@a.example>\n\nIt sits here.'
  const headers = { 'content-type': 'message/rfc822' }
  const posted = await fetch(url + new URL(desk.inbound_url!).pathname, { method: 'POST', headers, body: mail })
  expect(posted.status).toBe(202)
  const search = (q: string) => ({ params: organization, query: { q } })
  await until(
    'the mail is found',
    async () => (await must(url, 'search', search('cormorant'), owner)).data.items.length === 1,
  )
  const [line] = (await must(url, 'search', search('cormorant'), owner)).data.items
  const mailed = { agent, conversation: line!.conversation_id }
  const read = (name: RouteName, input: unknown) => household.reads.push({ name, input, credentials: owner })
  for (const name of ['listMailboxes', 'listAuditLog'] as const) read(name, { params: organization })
  for (const conversation of [params, mailed]) read('listThread', { params: conversation })
  for (const q of ['harbour', '"far away"', '東京', 'zoe', 'cormorant', '"harbour master"']) read('search', search(q))
  read('listFullWebhookEndpoints', { params: { agent } })
}

/** The commands that docs/operating.md shows first under a heading. */
function commandsOf(heading: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const found = /^```sh\n(.*?)^```$/ms.exec(section.split('\n## ')[0]!)
  if (!found) throw new Error(`docs/operating.md shows no commands under ${heading}.`)
  return found[1]!.trim().split('\n')
}

/** Reads the row counts per table that a command has printed. */
function rowsIn(output: string): Record<string, number> {
  const lines = [...output.matchAll(/^ {2}(\w+) +([\d,]+)$/gm)]
  return Object.fromEntries(lines.map(([, name, count]) => [name!, Number(count!.replaceAll(',', ''))]))
}
