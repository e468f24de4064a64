import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { must, type Owner, setUp } from '../../tools/client.ts'
import { reportMissingPostgres, startPostgres } from '../../tools/postgres.ts'
import { type Product, removeData, startProduct } from '../../tools/product.ts'
import { openForSeeding, seedConversations, seedSubjects, seedThread, settle } from '../seed.ts'
import { seedKnowledge } from '../seed-knowledge.ts'
import { type SeededOrganization, seedOrganizations } from '../seed-organizations.ts'

export const NO_RATE_LIMITS = '{"read":1000000000,"write":1000000000,"training":1000000000,"polling":1000000000}'
/** Quotas so large that no benchmark reaches one. */
export const NO_QUOTAS =
  '{"premium":{"text_characters":1000000000,"urls":1000000,"document_bytes":1000000000,"message_credits":1000000000,"crawl_links":1000000}}'

const CHUNKS_EACH = 100

export type DatabaseName = 'SQLite' | 'PostgreSQL'

export interface World {
  database: DatabaseName
  product: Product
  owner: Owner
  /** Ids of the agents, by the number of their conversations. */
  agents: Map<number, string>
  /** A conversation of the first agent, with `thread` messages. */
  conversation: string
  /** Further organizations with one agent each. */
  organizations: SeededOrganization[]
  /** File or address of the database, for the bare server. */
  databaseAddress: string
  close(): Promise<void>
}

export interface WorldOptions {
  /** Numbers of conversations, one agent for each. */
  conversations?: number[]
  thread?: number
  /** Number of chunks that the first agent knows. */
  chunks?: number
  /** Organizations to create beside the owner's own, each with that many conversations. */
  organizations?: { count: number; conversations: number }
  /** Whether those by mail have a subject, of a mailbox of their agent. */
  subjects?: boolean
  /** Whether the process only answers requests and runs no jobs; on SQLite one process does both. */
  withoutWorker?: boolean
  env?: Record<string, string>
}

/** Starts the product on a database with conversations in it. Null where PostgreSQL is asked for and missing. */
export async function createWorld(database: DatabaseName, options: WorldOptions = {}): Promise<World | null> {
  const postgres = database === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
  if (postgres === null) {
    reportMissingPostgres()
    return null
  }
  const env = {
    RATE_LIMITS: NO_RATE_LIMITS,
    PLAN_QUOTAS: NO_QUOTAS,
    ...options.env,
    ...(postgres && { DATABASE_URL: postgres.url, ...(options.withoutWorker && { ROLE: 'http' }) }),
  }
  const args = ['--no-dashboard']
  const first = await startProduct({ env, args })
  const owner = await setUp(first.url)
  const agents = new Map<number, string>()
  for (const count of options.conversations ?? [1_000]) agents.set(count, await newAgent(first.url, owner))
  const mailboxes = new Map<string, string>()
  if (options.subjects)
    for (const agent of agents.values()) mailboxes.set(agent, await newMailbox(first.url, owner, agent))
  await first.stop()

  const { dataDir } = first
  const db = await openForSeeding({ dataDir, databaseUrl: postgres?.url })
  const seeding = (agentId: string) => ({ agentId, organizationId: owner.organizationId })
  for (const [count, agent] of agents) await seedConversations(db, seeding(agent), count)
  for (const [agent, mailbox] of mailboxes) await seedSubjects(db, agent, mailbox)
  const conversation = await seedThread(db, seeding(agents.values().next().value!), options.thread ?? 100)
  if (options.chunks) await seedKnowledge(db, agents.values().next().value!, options.chunks / CHUNKS_EACH, CHUNKS_EACH)
  const like = seeding(agents.values().next().value!)
  const organizations = options.organizations ? await seedOrganizations(db, like, options.organizations) : []
  await settle(db)
  await db.destroy()

  const product = await startProduct({ env, args, dataDir })
  return {
    database,
    product,
    owner,
    agents,
    conversation,
    organizations,
    databaseAddress: postgres?.url ?? join(dataDir, 'baton.db'),
    async close() {
      await product.stop()
      removeData(product)
      await postgres?.stop()
    },
  }
}

export async function newAgent(
  url: string,
  owner: Owner,
  body: { only_human?: boolean; id?: string } = {},
): Promise<string> {
  const params = { organization: owner.organizationId }
  const { id } = (await must(url, 'createAgent', { params, body: { name: 'Guide' } }, owner)).data
  if (Object.keys(body).length > 0) await must(url, 'updateAgent', { params: { agent: id }, body }, owner)
  return id
}

async function newMailbox(url: string, owner: Owner, agent: string): Promise<string> {
  const body = { agent_id: agent, name: 'Desk', address: `${agent}@boats.example`, incoming: { type: 'http' as const } }
  return (await must(url, 'createMailbox', { params: { organization: owner.organizationId }, body }, owner)).data.id
}

/** Starts the bare Fastify server of `bare-server.ts` on the product's database. */
export async function startBare(world: World): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const [agent] = world.agents.values()
  // With the product's own options of Node.
  const child = spawn('./launch.sh', [join(import.meta.dirname, 'bare-server.ts')], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, DATABASE: world.databaseAddress, AGENT: agent, CONVERSATION: world.conversation },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [url] = await new Promise<string[]>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve([line]))
    child.once('exit', (code) => reject(new Error(`The bare server ended with ${code}.`)))
  })
  return {
    url: url!,
    pid: child.pid!,
    async stop() {
      child.kill()
      await exited
    },
  }
}

export const bearer = ({ key }: Pick<Owner, 'key'>) => ({ authorization: `Bearer ${key}` })
