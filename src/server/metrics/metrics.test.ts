import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { widgetEndpoints } from '#contract/widget.ts'
import { jobHandlers } from '../jobs/registry.ts'
import { measures } from '../process/measures.ts'
import { readConfig } from '../settings/config.ts'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { keepingLog } from '../testing/log-lines.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const TOKEN = 'a token of sixteen letters'
const ORGANIZATIONS = 50
const MOST_SERIES = 1_500

describe.each(databases())('metrics on $name', (database) => {
  const apps: TestApp[] = []
  afterAll(() => Promise.all(apps.map((app) => app.close())))
  const start = async (env: Record<string, string> = {}, worker = true) => {
    const test = await createTestApp({ database, env, worker })
    apps.push(test)
    return test
  }
  const read = (test: TestApp, token = '') =>
    test.app.inject({ url: '/metrics', headers: token ? { authorization: `Bearer ${token}` } : {} })
  const seriesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

  it('are not found unless they are wanted', async () => {
    const test = await start({}, false)
    expect((await read(test)).statusCode).toBe(404)
  })

  it('are for whoever knows the token, and tell what was done', async () => {
    const test = await start({ METRICS_TOKEN: TOKEN })
    expect((await read(test)).statusCode).toBe(401)
    expect((await read(test, `${TOKEN}!`)).statusCode).toBe(401)
    const owner = await test.signUp()
    await buildAgent(test, owner)
    await test.request('getAgent', { params: { agent: crypto.randomUUID() } }, owner)
    await test.settled()
    const answer = await read(test, TOKEN)
    expect(answer.headers['content-type']).toContain('application/openmetrics-text')
    const lines = seriesOf(answer.body)
    expect(answer.body.endsWith('# EOF\n')).toBe(true)
    expect(lines).toContainEqual(
      expect.stringMatching(/^baton_http_requests_total\{operation="createAgent",status="2xx"\} 1$/),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^baton_http_requests_total\{.*getAgent.*4xx.*\} 1$/))
    expect(lines).toContain('baton_up 1')
    expect(lines).toContainEqual(expect.stringMatching(/^baton_disk_free_bytes [1-9]/))
    if (database.name === 'postgres')
      expect(lines).toContainEqual(expect.stringMatching(/^baton_database_connections\{state="open"\} [1-9]/))
    // 0 would be a backup, or the end of a certificate, of long ago.
    expect(answer.body).not.toMatch(/baton_(backup|certificate)/)
    expect(answer.body).not.toContain(owner.organizationId)
  })

  it(`are at most ${MOST_SERIES} series, however many organizations there are`, async () => {
    const test = await start({ METRICS_TOKEN: TOKEN }, false)
    for (let made = 0; made < ORGANIZATIONS; made += 1) await test.signUp()
    // All that this process could ever do: each operation with each class of answer, each job with each outcome.
    for (const operation of [...Object.keys({ ...endpoints, ...widgetEndpoints }), 'file', 'unknown', 'streamEvents'])
      for (const status of [200, 304, 404, 500])
        measures.request.tell({ operation, status, seconds: 0.1, isStream: false })
    for (const status of [201, 202, 204, 301, 400, 401, 403, 409, 413, 415, 422, 429, 499, 502, 503])
      measures.request.tell({ operation: 'getAgent', status, seconds: 0.1, isStream: false })
    for (const { definition } of jobHandlers(test.deps))
      for (const outcome of ['done', 'again', 'dead', 'postponed', 'stopped'])
        measures.job.tell({ name: definition.name, outcome, seconds: 1 })
    for (const { slug: model } of test.deps.models.list()) {
      for (const decision of ['answered', 'unknown', 'handed_over', 'failed']) measures.reply.tell({ decision, model })
      measures.model.tell({ model, isFailed: true, seconds: 1 })
    }
    const count = seriesOf((await read(test, TOKEN)).body).length
    expect(count).toBeGreaterThan(500)
    expect(count).toBeLessThanOrEqual(MOST_SERIES)
  })
})

describe('the address of metrics', () => {
  it('needs a token where others can reach it', () => {
    expect(() => readConfig({ METRICS_LISTEN: '0.0.0.0:9464' })).toThrow('METRICS_TOKEN')
    expect(() => readConfig({ METRICS_LISTEN: '9464' })).toThrow('such as 127.0.0.1:9464')
    expect(readConfig({ METRICS_LISTEN: '[::1]:9464' }).metrics?.listen).toEqual({ host: '::1', port: 9464 })
  })

  it('is another than the server’s', async () => {
    const kept = keepingLog('info')
    const test = await createTestApp({ env: { METRICS_LISTEN: '127.0.0.1:0' }, worker: false, log: kept.log })
    expect((await read(test)).statusCode).toBe(404)
    const answer = await fetch(`${kept.take().find(({ address }) => address)?.address}/metrics`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('baton_up 1')
    await test.close()
  })
  const read = (test: TestApp) => test.app.inject({ url: '/metrics' })
})
