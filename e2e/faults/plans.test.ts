import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { article, startWebsite } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { databaseNames, ended, newInstallation } from './support/installation.ts'
import { killEnvironment, setKillPoint } from './support/kill-points.ts'

const LINKS = Array.from({ length: 12 }, (_, at) => `<a href="/p${at}">${at}</a>`).join(' ')

describe.each(databaseNames())('kill -9 while a plan goes live by itself, on %s', (database) => {
  it('leaves nothing of it or all of it, and ends it once', async () => {
    let edition = 0
    const website = await startWebsite(({ path }) => {
      if (path === '/') return { body: article('Home', 'Home is here.', LINKS) }
      const at = /^\/p(\d+)$/.exec(path)?.[1]
      if (at === undefined) return undefined
      return { body: article(`Part ${at}`, `Part ${at} is of edition ${Number(at) < 2 ? edition : 0}.`) }
    })
    const installation = await newInstallation(database)
    const { url } = installation
    try {
      const points = ['before', 'after'] as const
      const environmentOf = (when: (typeof points)[number]) =>
        killEnvironment({ when, statement: 'insert into "plan_pages"', isSet: false })
      let { product, owner, agent } = await installation.begin()
      const organization = owner.organizationId
      const body = { url: `${website.url}/`, agent_id: agent, policy: 'apply_if_green' as const }
      const site = (await must(url, 'createSite', { params: { organization }, body }, owner)).data.id
      const planIn = (status: string) =>
        until(`the plan is ${status}`, async () => {
          const { plan } = (await must(url, 'getSite', { params: { organization, site } }, owner)).data
          return plan?.status === status && plan
        })
      const first = await planIn('ready')
      await must(url, 'applyPlan', { params: { organization, site, plan: first.id }, body: { all: true } }, owner)
      await planIn('applied')
      for (const when of points) {
        await product.stop()
        product = await installation.start(environmentOf(when))
        edition += 1
        await setKillPoint(product)
        await must(url, 'createPlan', { params: { organization, site } }, owner)
        expect((await ended(product)).signal, when).toBe('SIGKILL')
        product = await installation.start()
        const plan = await until('the plan is over', async () => {
          const found = (await must(url, 'getSite', { params: { organization, site } }, owner)).data.plan
          return found?.status !== 'crawling' && found
        })
        expect(plan).toMatchObject({ status: 'applied', asks: [], failed: 0, counts: { changed: 2, unchanged: 11 } })
        const sources = (await must(url, 'listFullSources', { params: { agent } }, owner)).data
        expect(sources.map(({ status }) => status)).toEqual(Array(13).fill('completed'))
        const changed = sources.filter(({ url: page }) => /\/p[01]$/.test(page ?? ''))
        for (const { id } of changed) {
          const { data } = await must(url, 'getSourceContent', { params: { agent, source: id } }, owner)
          expect(data).toMatchObject({ version: edition + 1, content: expect.stringContaining(`edition ${edition}`) })
        }
      }
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      website.close()
    }
  })
})
