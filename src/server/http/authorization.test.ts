import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basePaths, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { scopeNames } from '#contract/scopes.ts'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const publicRoutes = Object.entries(routes as Record<string, Route>).filter(([, route]) => route.api === 'public')
const firstParty = Object.entries(routes as Record<string, Route>).filter(([, route]) => route.api === 'first-party')
const EVERY_ROUTE_OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })

describe.each(databases())('authorization of every route on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let stranger: Owner
  let ids: Record<string, string>

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: EVERY_ROUTE_OFTEN } })
    owner = await test.signUp()
    stranger = await test.signUp()
    const agent = await buildAgent(test, owner)
    const [session] = (await test.request('listSessions', {}, owner)).data
    ids = { organization: owner.organizationId, agent: agent.id, taskId: 'task', session: session!.id }
  })
  afterAll(() => test.close())

  const send = (
    route: Route,
    options: { key?: string | undefined; cookie?: string; params?: Record<string, string> },
  ) => {
    const params = { ...ids, ...options.params }
    return test.app.inject({
      method: route.method,
      url: basePaths[route.api] + route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? randomUUID()),
      headers: {
        ...(options.key && { authorization: `Bearer ${options.key}` }),
        ...(options.cookie && { cookie: options.cookie }),
      },
      ...(route.method !== 'GET' && { payload: {} }),
    })
  }

  describe.each(publicRoutes)('%s', (_name, route) => {
    it('answers 401 and nothing but a message without a key, with a malformed and with a revoked one', async () => {
      const revoked = await owner.key()
      const keys = await test.request('listApiKeys', { params: { organization: owner.organizationId } }, owner)
      await test.request(
        'revokeApiKey',
        { params: { organization: owner.organizationId, key: keys.data[0]!.id } },
        owner,
      )
      for (const key of [undefined, 'nonsense', `${revoked.slice(0, -1)}x`, revoked]) {
        const answer = await send(route, { key })
        expect(answer.statusCode).toBe(401)
        expect(answer.json()).toEqual({ message: 'Unauthenticated.' })
      }
    })

    it('answers 403 insufficient_scope and names the scope', async () => {
      const key = await owner.key(scopeNames.filter((scope) => scope !== route.scope))
      const answer = await send(route, { key })
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'insufficient_scope'])
      expect(answer.json().error.message).toContain(route.scope)
    })

    if (route.path.includes('{')) {
      it("answers 403 forbidden on another owner's", async () => {
        const answer = await send(route, { key: await stranger.key() })
        expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden'])
        expect(answer.json().error.message).toBe('This action is unauthorized.')
      })

      it('answers 404 for ids that are none or name nothing, before it looks at the body', async () => {
        const key = await owner.key()
        const first = /\{(\w+)\}/.exec(route.path)![1]!
        for (const id of ['nonsense', '0', randomUUID(), '%00', "'"]) {
          const answer = await send(route, { key, params: { [first]: id } })
          expect([answer.statusCode, answer.json().error?.code]).toEqual([404, 'resource_not_found'])
        }
      })
    }

    it('does not take the session cookie', async () => {
      expect((await send(route, { cookie: owner.cookie })).statusCode).toBe(401)
    })
  })

  describe.each(firstParty.filter(([, route]) => route.session !== 'none'))('%s', (_name, route) => {
    it('answers 401 signed out, and to API keys', async () => {
      expect((await send(route, {})).statusCode).toBe(401)
      expect((await send(route, { key: await owner.key() })).statusCode).toBe(401)
    })

    if (route.path.includes('{')) {
      it("answers 403 on another owner's and 404 for what does not exist", async () => {
        expect((await send(route, { cookie: stranger.cookie })).statusCode).toBe(403)
        const first = /\{(\w+)\}/.exec(route.path)![1]!
        expect((await send(route, { cookie: owner.cookie, params: { [first]: randomUUID() } })).statusCode).toBe(404)
      })
    }
  })
})
