import { describe, expect, inject, it } from 'vitest'
import { newAccount } from './support/account.ts'

const paths = ['/', '/agents', '/v1/ai-models', '/v1/openapi.json', '/docs', '/docs/scalar.js', '/api/v1/session']
const others = ['/healthz', '/readyz', '/v1/nothing', '/assets/nothing.js', '/favicon.ico']

describe.each(inject('products'))('security headers on $database', ({ url }) => {
  it.each([...paths, ...others])('%s', async (path) => {
    const { headers } = await fetch(url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    for (const name of ['server', 'x-powered-by', 'via']) expect(headers.get(name), name).toBeNull()
    const policy = headers
      .get('content-security-policy')!
      .split(';')
      .map((part) => part.trim())
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive)
    expect(policy.find((part) => part.startsWith('script-src')) ?? "script-src 'self'").toBe("script-src 'self'")
    expect(policy.find((part) => part.startsWith('connect-src')) ?? "connect-src 'self'").toBe("connect-src 'self'")
    expect(headers.get('strict-transport-security')).toBeNull() // the test server speaks plain HTTP
  })

  it('what the build keeps for itself is a page like any unknown one', async () => {
    const unknown = await (await fetch(`${url}/nothing/here`)).text()
    for (const path of ['/.vite/manifest.json', '/.vite%2fmanifest.json', '/.env'])
      expect(await (await fetch(url + path)).text(), path).toBe(unknown)
  })

  it('/healthz and /readyz say that it is up and can work', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
  })

  it('/v1/openapi.json needs no key, is OpenAPI 3.1 and knows where it is served', async () => {
    const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as { openapi: string; servers: unknown }
    expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: `${url}/v1` }]])
  })

  it('the session cookie is HttpOnly and SameSite=Lax; signing out ends it', async () => {
    const account = await newAccount({ url })
    const email = `${crypto.randomUUID()}@example.com`
    const body = { organization: 'Example', name: 'Owner', email, password: 'correct horse battery' }
    const { headers } = await account.send('signUp', { body })
    const [pair, ...attributes] = headers.get('set-cookie')!.split('; ')
    expect(pair).toMatch(/^baton_session=\S{20,}$/)
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']))
    expect(attributes).not.toContain('Secure') // a browser drops Secure cookies over plain HTTP
    expect((await account.send('getSession')).status).toBe(200)
    expect((await account.send('signOut')).status).toBe(204)
    expect((await account.send('getSession')).status).toBe(401)
  })

  it('signing in answers the same for an unknown account as for a wrong password', async () => {
    const account = await newAccount({ url })
    const email = `${crypto.randomUUID()}@example.com`
    await account.send('signUp', {
      body: { organization: 'Example', name: 'Owner', email, password: 'correct horse battery' },
    })
    const wrong = await account.send('signIn', { body: { email, password: 'wrong' } })
    const unknown = await account.send('signIn', { body: { email: `x${email}`, password: 'wrong' } })
    expect([wrong.status, wrong.body.error]).toEqual([401, unknown.body.error])
  })
})
