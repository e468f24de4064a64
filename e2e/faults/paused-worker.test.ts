import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { databaseNames, newAgent, newInstallation } from './support/installation.ts'
import { answered } from './support/ledger.ts'
import { PROVIDER_REPLY, startModelProvider } from './support/model-provider.ts'

const CHAT = '/v1/chat/completions'

// SIGSTOP simulates a frozen machine or a paused container.
describe.runIf(databaseNames().includes('PostgreSQL'))('a worker that is paused past its lease', () => {
  it('is replaced, and stores no second reply when it goes on', async () => {
    const provider = await startModelProvider()
    const installation = await newInstallation('PostgreSQL', {
      env: { OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1`, OPENAI_COMPATIBLE_MODELS: 'stand-in' },
    })
    try {
      const { product: http, owner } = await installation.begin({ ROLE: 'http' })
      const { data: models } = await must(http.url, 'listAiModels', {}, owner)
      const model = models.find(({ slug }) => slug === 'stand-in')!
      const agent = await newAgent(http.url, owner, { id: model.id })
      const paused = await installation.start({ ROLE: 'worker' }, await freePort())
      provider.behave('stalled')
      const { data } = await must(http.url, 'createConversation', { params: { agent }, body: {} }, owner)
      const params = { agent, conversation: data.id }
      await must(http.url, 'sendMessage', { params, body: { content: 'Who answers?' } }, owner)
      await until('the worker has asked the provider', async () => provider.requests(CHAT) === 1)

      paused.process.kill('SIGSTOP')
      const pausedAt = Date.now()
      provider.behave('well')
      const other = await installation.start({ ROLE: 'worker' }, await freePort())
      const replied = await answered(http.url, owner, params)
      expect(replied.at(-1)?.content).toBe(PROVIDER_REPLY)
      console.log(`replaced after ${((Date.now() - pausedAt) / 1000).toFixed(1)} s`)

      provider.release()
      paused.process.kill('SIGCONT')
      await must(http.url, 'sendMessage', { params, body: { content: 'And now?' } }, owner)
      await answered(http.url, owner, params)
      expect(await paused.stop()).toBe(0) // stops only once its current job has ended
      const { data: after } = await must(http.url, 'listMessages', { params }, owner)
      expect(after.map(({ role }) => role).slice(1)).toEqual(['visitor', 'assistant', 'visitor', 'assistant'])
      expect(await other.stop()).toBe(0)
    } finally {
      await installation.remove()
      provider.close()
    }
  })
})
