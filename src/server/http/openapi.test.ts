import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { bodyExamples, sourceBodyExamples } from '#contract/examples.ts'
import { endpoints } from '#contract/index.ts'
import { rateLimits } from '#contract/limits.ts'
import { type PublicRouteName, routes } from '#contract/routes.ts'
import { openApiDocument } from './openapi.ts'
import { schemaExamples } from './openapi-examples.ts'
import { named } from './openapi-schemas.ts'

type Json = { [key: string]: Json } & unknown

const document = openApiDocument('https://baton.example/v1', rateLimits) as Json
const publicNames = Object.entries(routes).flatMap(([name, route]) => (route.api === 'public' ? [name] : []))
const operations = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every object in the document, with its path. */
function* objects(value: unknown, at = '#'): Generator<{ at: string; object: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { at, object: value as Record<string, unknown> }
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, `${at}/${key}`)
}

const resolve = (reference: string) =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

/** The value below these keys of the document. */
const dig = (value: unknown, ...keys: string[]) => keys.reduce<Json>((inner, key) => inner[key] as Json, value as Json)

describe('the OpenAPI document', () => {
  it('has every public operation once, under its own name, and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const ids = operations.map(({ operation }) => String(operation.operationId))
    expect([...ids].sort()).toEqual([...publicNames].sort())
    for (const { path, method, operation } of operations) {
      const route = routes[String(operation.operationId) as PublicRouteName]
      expect(path).toBe(route.path)
      expect(method).toBe(route.method.toLowerCase())
      expect(operation.security).toEqual([{ apiKey: [route.scope] }])
      expect(operation.summary).toBeTruthy()
    }
  })

  it('resolves every reference, and uses every component', () => {
    const used = new Set<string>()
    for (const { at, object } of objects(document)) {
      if (typeof object.$ref !== 'string') continue
      expect(resolve(object.$ref), `${at} → ${object.$ref}`).toBeDefined()
      used.add(object.$ref)
    }
    for (const kind of ['schemas', 'responses', 'headers', 'parameters'])
      for (const name of Object.keys(document.components?.[kind] ?? {}))
        expect(used, name).toContain(`#/components/${kind}/${name}`)
  })

  it('declares the parameters of every path, required, and no name twice', () => {
    for (const { path, operation } of operations) {
      const parameters = (operation.parameters as unknown as Json[]).map((parameter) =>
        typeof parameter.$ref === 'string' ? (resolve(parameter.$ref) as Json) : parameter,
      )
      const inPath = parameters.filter((parameter) => String(parameter.in) === 'path')
      expect(inPath.map(({ name }) => String(name))).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
      for (const parameter of inPath) expect(parameter.required).toBe(true)
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const parameter of parameters) expect(parameter.schema).toBeDefined()
    }
  })

  it('tags each operation with a tag that it describes', () => {
    const tags = (document.tags as unknown as { name: string }[]).map(({ name }) => name)
    expect(new Set(operations.flatMap(({ operation }) => operation.tags as unknown as string[]))).toEqual(new Set(tags))
  })

  it('describes every answer: the one success, every error the contract names, and nothing in an empty one', () => {
    for (const { operation } of operations) {
      const route = routes[String(operation.operationId) as PublicRouteName]
      const responses = operation.responses as Json
      const codes = Object.keys(responses)
      expect(codes.filter((code) => code.startsWith('2'))).toEqual([String(route.status)])
      expect(codes).toEqual(expect.arrayContaining(['401', '403', '429', '503']))
      const unavailable = resolve(String((responses['503'] as Json).$ref)) as Json
      expect(Object.keys(unavailable.headers ?? {})).toContain('Retry-After')
      expect('content' in (responses[route.status] ?? {})).toBe(route.status !== 204)
      for (const response of Object.values(responses)) {
        const found = (typeof response.$ref === 'string' ? resolve(response.$ref) : response) as Json
        expect(found.description).toBeTruthy()
        for (const header of Object.values(found.headers ?? {}))
          expect(header.$ref).toMatch(/^#\/components\/headers\//)
      }
    }
  })

  it('wraps lists with links and page numbers, and shares what has a name', () => {
    const responses = dig(document, 'paths', '/agents/{agent}/sources', 'get', 'responses')
    const schema = dig(responses, '200', 'content', 'application/json', 'schema')
    expect(schema.properties?.data).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Source' } })
    expect(schema.required).toEqual(['data', 'links', 'meta'])
  })

  it('takes a file as multipart beside the JSON kinds', () => {
    const content = dig(document, 'paths', '/agents/{agent}/sources', 'post', 'requestBody', 'content')
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data'])
    expect(dig(content, 'multipart/form-data', 'schema', 'properties', 'file')).toEqual({
      contentMediaType: 'application/octet-stream',
    })
  })

  it('has no schema that contains itself: generators of clients make nothing of one', () => {
    const refs = (value: unknown) => [...objects(value)].flatMap(({ object }) => String(object.$ref ?? []) || [])
    const schemas = dig(document, 'components', 'schemas')
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      refs(schemas[from]).some((reference) => {
        const name = reference.replace('#/components/schemas/', '')
        return name === goal || (!seen.has(name) && reaches(name, goal, seen.add(name)))
      })
    expect(Object.keys(schemas).filter((name) => reaches(name, name))).toEqual([])
    const path = '/agents/{agent}/conversations/{conversation}/messages/{message}/action-result'
    const body = dig(document, 'paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema')
    expect(dig(body, 'properties', 'result', 'items')).toMatchObject({ type: 'object', additionalProperties: {} })
  })

  it('says of every operation that reads a body what it answers to one it can’t read', () => {
    for (const { method, operation } of operations)
      if (method !== 'get')
        expect(Object.keys(operation.responses as Json), String(operation.operationId)).toEqual(
          expect.arrayContaining(['400', '413', '415']),
        )
  })

  it('says of every POST how a repeated answer differs from the first', () => {
    for (const { method, operation } of operations) {
      const responses = operation.responses as Json
      const { secrets = [], route } = endpoints[String(operation.operationId) as PublicRouteName] as unknown as Endpoint
      for (const [status, response] of Object.entries(responses)) {
        const found = (typeof response.$ref === 'string' ? resolve(response.$ref) : response) as Json
        const isRepeatable = [String(route.status), '404', '409', '422', '423'].includes(status)
        if (method === 'post' && isRepeatable)
          expect(found.headers, `${operation.operationId} ${status}`).toHaveProperty(['Idempotent-Replayed'])
      }
      if (secrets.length === 0) continue
      const schema = dig(responses, String(route.status), 'content', 'application/json', 'schema', 'properties', 'data')
      for (const secret of secrets) {
        expect(schema.properties).toHaveProperty([secret])
        expect(schema.required).not.toContain(secret)
      }
    }
  })

  it('asks for a body exactly where an empty one is refused', () => {
    const withBody = publicNames
      .map((name) => endpoints[name as PublicRouteName] as unknown as Endpoint)
      .filter(({ body }) => body)
    expect(withBody).toHaveLength(10)
    for (const { name, route, body } of withBody) {
      const { required } = dig(document, 'paths', route.path, route.method.toLowerCase(), 'requestBody')
      expect(required, name).toBe(!body?.safeParse({}).success)
    }
  })

  it('has no schema that says nothing, and none of the converter’s own dialect', () => {
    for (const { at, object } of objects(document)) {
      expect(object, at).not.toHaveProperty('$schema')
      expect(object, at).not.toHaveProperty('$defs')
      if ('schema' in object) expect(Object.keys(object.schema as object).length, at).toBeGreaterThan(0)
    }
  })

  it('gives examples that the contract accepts', () => {
    for (const [name, example] of Object.entries(schemaExamples))
      expect(z.object({ example: named[name as keyof typeof named] }).parse({ example }), name).toEqual({ example })
    for (const [name, example] of Object.entries(bodyExamples)) {
      const { body } = endpoints[name as PublicRouteName] as unknown as Endpoint
      expect(body?.parse(example), name).toEqual(example)
    }
    for (const example of Object.values(sourceBodyExamples))
      expect(endpoints.createSource.body.parse(example)).toEqual(example)
  })

  it('knows the webhooks with their headers', () => {
    for (const webhook of Object.values(document.webhooks as Json)) {
      const names = (dig(webhook, 'post', 'parameters') as unknown as { name: string }[]).map(({ name }) => name)
      expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(dig(webhook, 'post', 'requestBody', 'content', 'application/json', 'schema')).toEqual({
        $ref: '#/components/schemas/Webhook',
      })
    }
  })
})
