import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { must } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { PROVIDER_REPLY, startModelProvider } from './support/model-provider.ts'

describe.each(databaseNames())('npm run checks on %s', (database) => {
  it('asks an agent its checks, names what fails, and exits as it ended', async () => {
    const provider = await startModelProvider()
    const env = {
      ...{ OPENAI_COMPATIBLE_BASE_URL: provider.url, OPENAI_COMPATIBLE_MODELS: 'well' },
      OUTBOUND_ALLOW: '127.0.0.1/32',
    }
    const installation = await newInstallation(database, { env })
    const { url, dataDir, databaseUrl } = installation
    const storedIn = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const run = (...parameters: string[]) => runCommand('checks', parameters, { ...env, ...storedIn })
    try {
      const { product, owner, agent } = await installation.begin()
      const params = { agent }
      const content = 'Breakfast is served from 7:00 to 10:30 in the garden room.'
      await must(url, 'createSource', { params, body: { type: 'text', content } }, owner)
      await until('it is trained', async () => {
        const { data } = await must(url, 'listFullSources', { params }, owner)
        return data.every(({ status }) => status === 'completed')
      })
      const question = 'When is breakfast served?'
      const check = async (facts: string[][]) =>
        (await must(url, 'createCheck', { params, body: { question, expects: 'answers', facts } }, owner)).data.id
      await check([['7:00']])

      if (!databaseUrl) {
        const beside = await run(agent)
        expect([beside.code, beside.output]).toEqual([1, expect.stringContaining('in use by another process')])
        await product.stop()
      }
      const green = await run(agent.toUpperCase())
      expect([green.code, green.output]).toEqual([0, expect.stringContaining('1 passed, 0 failed; 0 broke, 0 mended.')])
      const again = databaseUrl ? product : await installation.start()
      const models = (await must(url, 'listModels', {}, owner)).data
      const [builtIn, theirs] = [false, true].map((isTheirs) => {
        const model = models.find(({ slug }) => (slug === 'well') === isTheirs)
        return { params, body: { model_id: model!.id } }
      })
      await must(url, 'updateAgent', theirs!, owner)
      if (!databaseUrl) await again.stop()
      const paid = await run(agent, '--credits', '1')
      expect([paid.code, paid.output]).toEqual([1, expect.stringContaining(PROVIDER_REPLY)])
      const onceMore = databaseUrl ? product : await installation.start()
      await must(url, 'updateAgent', builtIn!, owner)
      await check([['noon']])
      const runs = (await must(url, 'listCheckRuns', { params }, owner)).data
      expect(runs).toMatchObject([
        { trigger: 'command', status: 'done', passed: 0 },
        { trigger: 'command', status: 'done', passed: 1 },
      ])
      if (!databaseUrl) await onceMore.stop()
      const red = await run(agent)
      expect(red.code, red.output).toBe(1)
      expect(red.output).toMatch(/^failed +When is breakfast served\?\n +Breakfast is served from 7:00/m)
      expect(red.output).toContain('1 passed, 1 failed; 0 broke, 1 mended.')
      const nobody = await run(crypto.randomUUID())
      expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('There is no agent')])
    } finally {
      await installation.remove()
      await provider.close()
    }
  })
})
