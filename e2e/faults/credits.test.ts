import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { call, must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { databaseNames, newInstallation } from './support/installation.ts'

const CREDITS = 150
const VISITORS = 200
const AT_ONCE = 20
const KILLED_AFTER = 60

describe.runIf(databaseNames().includes('PostgreSQL'))('the credits of an organization with two processes', () => {
  it('are all spent and none twice, although one process is killed', async () => {
    const env = { ROLE: 'http', PLAN_QUOTAS: JSON.stringify({ premium: { message_credits: CREDITS } }) }
    const installation = await newInstallation('PostgreSQL', { env })
    const database = new pg.Client(installation.databaseUrl)
    await database.connect()
    try {
      const { product, owner, agent } = await installation.begin()
      const other = await installation.start({}, await freePort())
      const open = () => must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
      const waiting: string[] = []
      while (waiting.length < VISITORS)
        waiting.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))).map(({ data }) => data.id))

      const statuses: number[] = []
      let killing: Promise<void> | undefined
      const send = async (url: string, conversation: string) => {
        const input = { params: { agent, conversation }, body: { content: 'Hello' } }
        statuses.push((await call(url, 'sendMessage', input, owner)).status)
        if (statuses.length === KILLED_AFTER) killing = other.kill()
      }
      const visitors = Array.from({ length: AT_ONCE }, async (_, visitor) => {
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          const conversation = id
          const first = visitor % 2 && !killing ? other.url : product.url
          await send(first, conversation).catch(() => send(product.url, conversation))
        }
      })
      await Promise.all(visitors)
      await killing

      const { rows } = await database.query(
        'select count(*)::int as asked from replies where credit_period is not null',
      )
      expect(rows).toEqual([{ asked: CREDITS }])
      const params = { organization: owner.organizationId }
      const { usage } = (await must(product.url, 'getOrganization', { params }, owner)).data
      expect(usage.message_credits).toEqual({ used: CREDITS, limit: CREDITS })
      expect(statuses.every((status) => status === 201 || status === 422)).toBe(true)
      expect(await product.stop()).toBe(0)
    } finally {
      await database.end()
      await installation.remove()
    }
  })
})
