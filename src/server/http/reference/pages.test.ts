import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorCodes } from '#contract/endpoint.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { errorBody } from '../openapi-schemas.ts'
import { publicErrorCodes, publicOperations } from './error-help.ts'

let test: TestApp
let owner: Owner
beforeAll(async () => {
  test = await createTestApp({ worker: false, env: { PUBLIC_URL: 'https://baton.example' } })
  owner = await test.signUp()
})
afterAll(() => test.close())
const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers })

it('explains every error that an operation of the public API answers, and no other', () => {
  const answered = new Set(publicOperations.flatMap(errorCodes))
  expect(new Set(publicErrorCodes)).toEqual(answered.add('method_not_allowed').add('internal_error'))
})

it('has an index whose links lead to a page for each operation and error, and those only to other pages', async () => {
  const index = await get('/llms.txt')
  expect(index.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(index.body).toContain('Base address: https://baton.example/v1.')
  const linksOf = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!)
  const links = linksOf(index.body)
  for (const { name } of publicOperations) expect(links).toContain(`/docs/${name}.md`)
  for (const code of publicErrorCodes) expect(links).toContain(`/docs/errors/${code}.md`)
  for (const link of links.filter((link) => link.endsWith('.md'))) {
    const page = await get(link)
    expect([link, page.statusCode]).toEqual([link, 200])
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(page.body).not.toMatch(/undefined|\[object/)
    for (const further of linksOf(page.body)) expect(links).toContain(further)
  }
})

it('says of an operation where it is, what it takes and what it answers', async () => {
  const { body } = await get('/docs/createSource.md')
  expect(body).toContain('`POST /v1/agents/{agent}/sources`')
  expect(body).toContain('- `Idempotency-Key` (header, string, optional)')
  expect(body).toContain('  - `question` (string, 1 to 1000 characters)')
  expect(body).toContain('## Body as multipart/form-data')
  expect(body).toContain('curl -X POST "https://baton.example/v1/agents/$AGENT/sources"')
  expect(body).toContain('- [subscription_limit_exceeded](/docs/errors/subscription_limit_exceeded.md) (422)')
})

it('leads from each error of the public API to a page about it', async () => {
  const key = await owner.key()
  const headers = { authorization: `Bearer ${key}` }
  const answer = await get(`/v1/agents/${owner.organizationId}`, headers)
  expect(answer.headers.link).toBe('</docs/errors/resource_not_found>; rel="help"')
  expect((await get('/v1/organizations/1/agents')).headers.link).toBe('</docs/errors/unauthenticated>; rel="help"')
  expect((await get('/api/v1/session')).headers.link).toBeUndefined()
  for (const code of publicErrorCodes) {
    const page = await get(`/docs/errors/${code}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toMatch(/https?:\/\/(?!baton\.example)|<script|style=/)
    const example = /```json\n(.*?)\n```/s.exec((await get(`/docs/errors/${code}.md`)).body)![1]!
    if (code !== 'unauthenticated') expect(errorBody.parse(JSON.parse(example)).error.code).toBe(code)
  }
  expect((await get('/docs/errors/nothing')).statusCode).toBe(404)
  expect((await get('/docs/nothing.md')).statusCode).toBe(404)
  expect((await get('/docs/page.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

it('tells a program to which organization its key belongs, with any answer to it', async () => {
  const headers = { authorization: `Bearer ${await owner.key()}` }
  const organization = owner.organizationId
  for (const url of [`/v1/organizations/${organization}/agents`, '/v1/agents/1', '/v1/ai-models'])
    expect((await get(url, headers)).headers['baton-organization']).toBe(organization)
  expect((await get('/v1/agents/1')).headers).not.toHaveProperty('baton-organization')
})
