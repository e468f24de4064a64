import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The baseline that the product is compared with: Fastify running one or two queries a request, without authentication,
 * validation or totals. Needs DATABASE (a file or a postgres:// address), AGENT and CONVERSATION in the environment;
 * prints its address.
 */
const { DATABASE = '', AGENT = '', CONVERSATION = '' } = process.env

const PAGE = 'select * from conversations where agent_id = ? and deleted_at is null order by id desc limit 25'
const READ = 'select * from conversations where id = ?'
const INSERT = 'insert into bare_messages (conversation_id, content, created_at) values (?, ?, ?)'
const TABLE = 'create table if not exists bare_messages (conversation_id text, content text, created_at bigint)'

interface Queries {
  page(): Promise<unknown[]> | unknown[]
  readAndInsert(content: string): Promise<unknown> | unknown
}

function sqlite(): Queries {
  const database = new DatabaseSync(DATABASE, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536;')
  database.exec(TABLE)
  const page = database.prepare(PAGE)
  const read = database.prepare(READ)
  const insert = database.prepare(INSERT)
  return {
    page: () => page.all(AGENT),
    readAndInsert(content) {
      const row = read.get(CONVERSATION)
      insert.run(CONVERSATION, content, Date.now())
      return row
    },
  }
}

async function postgres(): Promise<Queries> {
  const pool = new pg.Pool({ connectionString: DATABASE, max: 20 })
  const texts = [PAGE, READ, INSERT].map((text) =>
    text.split('?').reduce((before, after, number) => `${before}$${number}${after}`),
  )
  await pool.query(TABLE)
  return {
    page: async () => (await pool.query(texts[0]!, [AGENT])).rows,
    async readAndInsert(content) {
      const { rows } = await pool.query(texts[1]!, [CONVERSATION])
      await pool.query(texts[2]!, [CONVERSATION, content, Date.now()])
      return rows[0]
    },
  }
}

const queries = DATABASE.startsWith('postgres') ? await postgres() : sqlite()
const app = Fastify()
app.get('/page', async () => ({ data: await queries.page() }))
app.post('/messages', async (request) => ({
  data: await queries.readAndInsert((request.body as { content: string }).content),
}))
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
