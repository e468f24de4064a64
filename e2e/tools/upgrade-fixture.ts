/**
 * Keeps what this version makes, for the tests of later ones: `npx node e2e/tools/upgrade-fixture.ts`, when a version is
 * released. On each database the product is set up and used over HTTP, and stopped; what it leaves is kept, gzipped, in
 * `e2e/faults/upgrades/SCHEMA`, where `SCHEMA` is its newest migration, with what a later version must find in it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { until } from '../api/support/until.ts'
import { must, setUp } from './client.ts'
import { startPostgres } from './postgres.ts'
import { removeData, startProduct } from './product.ts'

const FOLDER = resolve(import.meta.dirname, '../faults/upgrades')
const MOST_BYTES = 100_000 // of a file, as they stay in the repository for good

/** What was made, each with what an answer of the API says of it. */
export type Lived = Awaited<ReturnType<typeof live>>

async function live(url: string) {
  const owner = await setUp(url)
  const params = { organization: owner.organizationId }
  const agent = (await must(url, 'createAgent', { params, body: { name: 'Guide' } }, owner)).data.id
  const ofAgent = { params: { agent } }
  const sources = [
    { type: 'text' as const, content: 'The lighthouse opens at nine and closes at six.', title: 'Hours' },
    { type: 'qa' as const, questions: [{ question: 'May dogs come along?', answer: 'Dogs are welcome on a lead.' }] },
  ]
  for (const body of sources) await must(url, 'createSource', { ...ofAgent, body }, owner)
  await until('the sources are trained', async () =>
    (await must(url, 'listSources', ofAgent, owner)).data.every(({ status }) => status === 'completed'),
  )
  const receiver = { url: 'http://127.0.0.1:4/hook' } // where nothing listens
  await must(url, 'createWebhookEndpoint', { ...ofAgent, body: receiver }, owner)
  const mailbox = {
    agent_id: agent,
    ...{ name: 'Desk', address: 'desk@example.com', incoming: { type: 'http' as const } },
  }
  await must(url, 'createMailbox', { params, body: mailbox }, owner)

  const listed = (conversation: string) =>
    must(url, 'listMessages', { params: { agent, conversation }, query: { per_page: 100 } }, owner)
  const converse = async (visitor: string, content: string) => {
    const body = { chat_user_id: visitor }
    const { data } = await must(url, 'createConversation', { ...ofAgent, body }, owner)
    const conversation = { params: { agent, conversation: data.id } }
    await must(url, 'sendMessage', { ...conversation, body: { content } }, owner)
    await until('there is a reply', async () => (await listed(data.id)).data.length >= 3)
    return conversation
  }
  const answered = await converse('ana', 'When does the lighthouse open?')
  const taken = await converse('ben', 'Do you have a boat to the seal bank?')
  await must(url, 'createNote', { ...taken, body: { content: 'Ask the harbour.' } }, owner)
  await must(url, 'sendHumanMessage', { ...taken, body: { content: 'Every day at ten.' } }, owner)
  const conversations = []
  for (const { params } of [answered, taken]) {
    const messages = (await listed(params.conversation)).data.map(({ id, role, content }) => ({ id, role, content }))
    conversations.push({ id: params.conversation, messages })
  }
  return {
    ...{ key: owner.key, organization: owner.organizationId, agent, conversations },
    sources: (await must(url, 'listSources', ofAgent, owner)).data.map(({ id }) => id),
    webhooks: (await must(url, 'listWebhookEndpoints', ofAgent, owner)).data.map(({ id }) => id),
    mailboxes: (await must(url, 'listMailboxes', { params }, owner)).data.map(({ id }) => id),
  }
}

/** Lives in a new installation. @returns what was made, and what `read` makes of the data folder after the end */
async function keep<Kept>(env: Record<string, string>, read: (dataDir: string) => Kept) {
  const product = await startProduct({ env: { OUTBOUND_ALLOW: '127.0.0.1/32', ...env }, args: ['--no-dashboard'] })
  try {
    const lived = await live(product.url)
    await product.stop()
    return { lived, kept: read(product.dataDir) }
  } finally {
    await product.kill()
    removeData(product)
  }
}

if (import.meta.main) {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL could not be started.')
  try {
    const embedded = await keep({}, (dataDir) => {
      const file = new DatabaseSync(join(dataDir, 'baton.db'))
      const newest = file.prepare('select max(name) as name from kysely_migration').get() as { name: string }
      file.exec('vacuum')
      file.close()
      return { schema: newest.name, bytes: readFileSync(join(dataDir, 'baton.db')) }
    })
    const dump = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', postgres.url]
    const shared = await keep({ DATABASE_URL: postgres.url }, () => execFileSync('pg_dump', dump))
    const folder = join(FOLDER, embedded.kept.schema)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'SQLite.db.gz'), gzipSync(embedded.kept.bytes, { level: 9 }))
    // Without the commands that only psql knows.
    const statements = String(shared.kept).replaceAll(/^\\.*\n/gm, '')
    writeFileSync(join(folder, 'PostgreSQL.sql.gz'), gzipSync(statements, { level: 9 }))
    const lived = { SQLite: embedded.lived, PostgreSQL: shared.lived }
    writeFileSync(join(folder, 'lived.json'), `${JSON.stringify(lived, null, 2)}\n`)
    for (const name of ['SQLite.db.gz', 'PostgreSQL.sql.gz']) {
      const { size } = statSync(join(folder, name))
      console.log(`${join(folder, name)}: ${size} bytes`)
      if (size > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES} bytes.`)
    }
  } finally {
    await postgres.stop()
  }
}
