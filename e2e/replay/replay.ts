import { join } from 'node:path'
import { pino } from 'pino'
import { scopeNames } from '../../src/contract/scopes.ts'
import { buildApp } from '../../src/server/app.ts'
import { createDependencies } from '../../src/server/dependencies.ts'
import { recount, updateSums } from '../../src/server/features/overview/index.ts'
import { jobHandlers } from '../../src/server/jobs/registry.ts'
import { createPlatform } from '../../src/server/platform/create-platform.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { jobsSettled } from '../../src/server/testing/jobs-settled.ts'
import { randomFrom } from './random.ts'

const DAY_MS = 86_400_000
const OFTEN = JSON.stringify({ read: 1e9, write: 1e9, training: 1e9, polling: 1e9 })
const QUOTAS = JSON.stringify({ premium: { message_credits: 1e9 } })
const owner = { email: 'owner@example.com', password: 'a long enough password' }

export interface Replay {
  dataDir: string
  databaseUrl?: string
  /** How many conversations there are in the whole month. */
  conversations: number
  days: number
  /** When the month ends, in milliseconds since 1970. */
  end: number
  log?: (line: string) => void
}

/**
 * Replays a month of conversations through the API of a server whose clock is moved. What happens in each follows from
 * its number and the ones before it, so that a run that was killed goes on where the server's rows end.
 */
export async function openReplay({ dataDir, databaseUrl, conversations, days, end }: Replay) {
  const begin = end - days * DAY_MS
  let time = begin - 60_000
  const env = { DATA_DIR: dataDir, SIGN_UP: 'open', LOG_LEVEL: 'fatal', RATE_LIMITS: OFTEN, PLAN_QUOTAS: QUOTAS }
  const config = readConfig({ ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  const log = pino({ level: 'fatal' })
  const platform = await createPlatform(config, log)
  await platform.database.migrate()
  const { deps, close } = createDependencies(config, platform, log, () => time)
  await deps.jobs.start(jobHandlers(deps))
  const app = await buildApp({ deps, dashboardFolder: join(dataDir, 'no-dashboard') })
  await app.ready()

  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = async (method: Method, url: string, headers: Record<string, string>, payload?: object) => {
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return { data: answer.body === '' ? undefined : answer.json().data, cookie: String(answer.headers['set-cookie']) }
  }
  const settled = () => jobsSettled(deps.database.read)

  /** Signs in or up, and makes a key and, where there are none yet, two agents that know something. */
  async function prepare() {
    const known = await deps.database.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
    const sign = known
      ? await send('POST', '/api/v1/session', {}, owner)
      : await send('POST', '/api/v1/sign-up', {}, { ...owner, organization: 'Harbour inn', name: 'Owner' })
    const cookie = { cookie: sign.cookie.split(';')[0]! }
    const organization = (await send('GET', '/api/v1/session', cookie)).data.organizations[0].id as string
    const created = await send('POST', `/api/v1/organizations/${organization}/api-keys`, cookie, {
      name: 'Replay',
      scopes: scopeNames,
      expires_at: 'lifetime',
    })
    const key = { authorization: `Bearer ${created.data.key}` }
    const listed = (await send('GET', `/v1/organizations/${organization}/agents`, key)).data as { id: string }[]
    const agents = listed.map(({ id }) => id).sort()
    for (const name of agents.length > 0 ? [] : ['Front desk', 'Boat hire']) {
      const { id } = (await send('POST', `/v1/organizations/${organization}/agents`, key, { name })).data
      await send('PATCH', `/v1/agents/${id}`, key, { human_intervention: true })
      for (const content of KNOWN) await send('POST', `/v1/agents/${id}/sources`, key, { type: 'text', content })
      agents.push(id)
    }
    await settled()
    return { organization, key, cookie, agents: agents.sort() }
  }
  const { organization, key, agents } = await prepare()

  const openOf = (agent: string, visitor: string) =>
    deps.database.read
      .selectFrom('conversations')
      .select('id')
      .where('agent_id', '=', agent)
      .where('chat_user_id', '=', visitor)
      .where('status', '=', 'open')
      .executeTakeFirst()

  /** Replays one conversation: who asks what, and what becomes of it. */
  async function replayOne(number: number) {
    const random = randomFrom(number)
    time = begin + startOf(number, conversations, days)
    const agent = agents[random() < 0.75 ? 0 : 1]!
    const chat = `/v1/agents/${agent}/conversations`
    const regular = random() < 0.25 && `regular-${Math.floor(random() * 400)}`
    // A regular visitor whose conversation is still open may not begin another: somebody new comes instead.
    const isBusy = regular && (await openOf(agent, regular))
    const begun = await send('POST', chat, key, { chat_user_id: regular && !isBusy ? regular : `visitor-${number}` })
    const one = `${chat}/${begun.data.id}`
    const say = async (content: string) => {
      await send('POST', `${one}/messages`, key, { content })
      await settled()
    }
    const kind = random()
    if (kind < 0.02) return // opened, and nothing written
    await say(kind < 0.78 ? ASKED[Math.floor(random() * ASKED.length)]! : kind < 0.92 ? UNKNOWN : PERSON)
    if (kind > 0.78 || random() < 0.04) {
      time += Math.floor((1 + 40 * random() ** 3) * 60_000)
      if (random() < 0.9) await send('POST', `${one}/human-messages`, key, { content: 'I will look into it.' })
    } else if (random() < 0.3) {
      time += 40_000
      await say(ASKED[Math.floor(random() * ASKED.length)]!)
    }
    time += 5 * 60_000
    if (random() < 0.7) await send('PATCH', one, key, { status: 'closed' })
    if (random() < 0.03) {
      time += 60_000
      await send('PATCH', one, key, { status: 'open' })
    }
    if (random() < 0.01) await send('DELETE', one, key)
  }

  return {
    organization,
    deps,
    app,
    /** Replays the conversations that are not stored yet, until `upTo` have been begun. */
    async replay(upTo = conversations, told?: (number: number) => void) {
      const counted = await deps.database.read
        .selectFrom('conversations')
        .select((all) => all.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      for (let number = Number(counted.count); number < upTo; number += 1) {
        await replayOne(number)
        told?.(number)
      }
    },
    /** Brings the overview's sums up to date, counts them anew, and returns how many differed. */
    async recount() {
      time = end
      await updateSums(deps, organization)
      return recount(deps, organization)
    },
    async overview(range: string) {
      time = end
      const { cookie } = await send('POST', '/api/v1/session', {}, owner)
      const { data } = await send('GET', `/api/v1/organizations/${organization}/overview?range=${range}`, {
        cookie: cookie.split(';')[0]!,
      })
      return data
    },
    async close() {
      await app.close()
      await close()
    },
  }
}

/**
 * Milliseconds from the beginning of the month to a conversation's start: as many on each day, most of them between the
 * day's 7th and 22nd hour.
 */
function startOf(number: number, conversations: number, days: number): number {
  const random = randomFrom(number + 1e6)
  const day = Math.floor((number / conversations) * days)
  const hour = (9 + 11 * random() + 4 * (random() - 0.5) + (random() < 0.08 ? 12 : 0)) % 24
  return day * DAY_MS + Math.floor(hour * 3_600_000)
}

const KNOWN = [
  'Breakfast is served from 7:00 to 10:30 in the garden room.',
  'Kayaks can be rented at the lake for 12 euros an hour.',
  'Parking behind the house is free for guests.',
  'The night porter answers the telephone on 555 0134.',
]
const ASKED = ['When is breakfast served?', 'How much is a kayak an hour?', 'Is parking free for guests?']
const UNKNOWN = 'Which planets have rings?'
const PERSON = 'I want to talk to a person'
