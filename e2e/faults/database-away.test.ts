import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { call, must } from '../tools/client.ts'
import { crashPostgres, stopPostgres } from './support/break-postgres.ts'
import { databaseNames, newAgent, newInstallation } from './support/installation.ts'
import { answered } from './support/ledger.ts'
import { PROVIDER_REPLY, startModelProvider } from './support/model-provider.ts'
import { startOwnPostgres } from './support/start-postgres.ts'

const CHAT = '/v1/chat/completions'
const CRASHES = 4 // more than the attempts that a reply has
const AWAY_MS = 1_500

describe.runIf(databaseNames().includes('PostgreSQL'))('a database that is away', () => {
  it('is said with 503, and uses up none of a reply’s attempts', async () => {
    const postgres = await startOwnPostgres()
    const provider = await startModelProvider()
    const installation = await newInstallation('PostgreSQL', {
      postgres: postgres!.url,
      env: { OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1`, OPENAI_COMPATIBLE_MODELS: 'stand-in' },
    })
    try {
      const { product, owner } = await installation.begin()
      const { data: models } = await must(product.url, 'listAiModels', {}, owner)
      const agent = await newAgent(product.url, owner, { id: models.find(({ slug }) => slug === 'stand-in')!.id })
      provider.behave('stalled')
      const { data } = await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
      const params = { agent, conversation: data.id }
      await must(product.url, 'sendMessage', { params, body: { content: 'Who answers?' } }, owner)

      for (let crash = 1; crash <= CRASHES; crash += 1) {
        await until('the provider is asked', async () => provider.requests(CHAT) >= crash)
        if (crash === CRASHES) provider.behave('well')
        await crashPostgres(installation.databaseUrl!, async () => {
          const refused = await until('the database is away', async () => {
            const answer = await call(product.url, 'getAgent', { params: { agent } }, owner)
            return answer.status >= 500 && answer
          })
          expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable'])
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
          expect(refused.body.meta.request_id).toMatch(/^[\da-f-]{36}$/)
          provider.release() // the model's answer arrives while the database is away
          await delay(AWAY_MS) // in which the product tries to store it
        })
      }
      expect((await answered(product.url, owner, params)).at(-1)?.content).toBe(PROVIDER_REPLY)
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      provider.close()
      await stopPostgres(installation.databaseUrl!).catch(() => {})
      await postgres!.stop()
    }
  })
})
