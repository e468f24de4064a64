import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Endpoint, errorCodes } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { listLinks, listMeta, requestMeta } from '#contract/pagination.ts'
import type { Route } from '#contract/route.ts'
import type { RouteName } from '#contract/routes.ts'

export interface RawAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test may receive any body
  body: any
}

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document itself is under test
type Json = any

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/
/** Statuses that any endpoint with a body may give when it can't read the request. */
const UNREADABLE = [400, 413, 415]

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const documents = new Map<string, Promise<Json>>()
const validators = new Map<string, ValidateFunction>()

function documentOf(url: string): Promise<Json> {
  const known = documents.get(url)
  if (known) return known
  const fetched = fetch(`${url}/v1/openapi.json`).then((answer) => answer.json())
  documents.set(url, fetched)
  return fetched
}

/** Checks an answer against the contract and, of a public endpoint, also against the server's OpenAPI document. */
export async function checkAnswer(url: string, name: RouteName, answer: RawAnswer): Promise<void> {
  const endpoint = endpoints[name] as unknown as Endpoint
  const context = `${name}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 2_000)}`
  checkHeaders(endpoint.route, answer, context)
  if (answer.status >= 400) checkError(endpoint, answer, context)
  else checkSuccess(endpoint, answer, context)
  if (endpoint.route.api === 'public') checkDocument(await documentOf(url), endpoint, answer, context)
}

const isReplayed = ({ headers }: Pick<RawAnswer, 'headers'>) => headers.get('idempotent-replayed') === 'true'

/** Schema of an answer's data. A replayed answer lacks the secrets, which are shown only once. */
function dataOf({ data, secrets }: Endpoint, answer: Pick<RawAnswer, 'headers'>): z.ZodType {
  if (!secrets || !isReplayed(answer)) return data!
  const { shape } = data as z.ZodObject
  return z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => !secrets.includes(name))))
}

function checkHeaders(route: Route, { status, headers, body }: RawAnswer, context: string): void {
  expect(headers.get('x-request-id'), context).toMatch(UUID)
  const isReplay = isReplayed({ headers })
  if (body?.meta && !isReplay) expect(body.meta.request_id, context).toBe(headers.get('x-request-id'))
  if (route.api === 'public' && UNREADABLE.every((other) => other !== status)) {
    expect(headers.get('x-ratelimit-limit') ?? 'none', context).toMatch(/^\d+$/)
    expect(headers.get('x-ratelimit-remaining') ?? 'none', context).toMatch(/^\d+$/)
  }
  if (body !== undefined) expect(headers.get('content-type'), context).toBe('application/json; charset=utf-8')
  expect(headers.get('x-content-type-options'), context).toBe('nosniff')
  for (const name of ['server', 'x-powered-by']) expect(headers.get(name), context).toBeNull()
}

function checkSuccess(endpoint: Endpoint, { status, headers, body }: RawAnswer, context: string): void {
  const { route, data, paginated } = endpoint
  if (status === 304) {
    expect([route.method, body], context).toEqual(['GET', undefined])
    return
  }
  expect(status, context).toBe(route.status)
  if (!data) {
    expect(body, context).toBeUndefined()
    return
  }
  if (route.method === 'GET') expect(headers.get('etag'), context).toMatch(/^W\/"/)
  expect(Object.keys(body), context).toEqual(paginated ? ['data', 'links', 'meta'] : ['data', 'meta'])
  expect(dataOf(endpoint, { headers }).parse(body.data), context).toEqual(body.data)
  checkTimes(body.data, context)
  expect((paginated ? listMeta : requestMeta).strict().parse(body.meta), context).toEqual(body.meta)
  if (paginated) expect(listLinks.strict().parse(body.links), context).toEqual(body.links)
}

function checkTimes(value: unknown, context: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key.endsWith('_at') && typeof inner === 'string') expect(inner, context).toMatch(TIMESTAMP)
    checkTimes(inner, context)
  }
}

function checkError(endpoint: Endpoint, { status, body }: RawAnswer, context: string): void {
  if (status === 401 && !body.error) {
    expect(body, context).toEqual({ message: 'Unauthenticated.' })
    return
  }
  expect(Object.keys(body), context).toEqual(['error', 'meta'])
  expect(Object.keys(body.error), context).toEqual(['code', 'message', 'details'])
  const code = body.error.code as ErrorCode
  const isUnreadable = endpoint.route.method !== 'GET' && UNREADABLE.includes(status)
  expect(isUnreadable ? ['validation_failed'] : errorCodes(endpoint), context).toContain(code)
  const statuses = [errors[code].status, ...(code === 'validation_failed' ? UNREADABLE : [])]
  expect(statuses, context).toContain(status)
  expect(body.error.message, context).toMatch(/\S/)
  expect(Array.isArray(body.error.details), context).toBe(true)
  if (code === 'validation_failed' && status === 422) expect(body.error.details.length, context).toBeGreaterThan(0)
  const second = code === 'conversation_conflict' ? 'conversation_id' : 'message'
  for (const detail of body.error.details) {
    expect(Object.keys(detail), context).toEqual(['field', second])
    expect([detail.field, detail[second]], context).toEqual([expect.any(String), expect.stringMatching(/\S/)])
  }
}

function checkDocument(document: Json, endpoint: Endpoint, answer: RawAnswer, context: string): void {
  const { method, path } = endpoint.route
  const operation = document.paths[path]?.[method.toLowerCase()]
  const described = resolve(document, operation?.responses[answer.status])
  expect(described, `not in the OpenAPI document: ${context}`).toBeDefined()
  checkReplay(document, described, answer, context)
  const schema = described.content?.['application/json']?.schema
  expect(schema !== undefined, context).toBe(answer.body !== undefined)
  if (!schema) return
  const validate = validatorOf(document, schema)
  expect(validate(answer.body), `${ajv.errorsText(validate.errors)} in ${context}`).toBe(true)
}

/** Where an answer carries the header `Idempotent-Replayed`, the document must describe the header, with this value. */
function checkReplay(document: Json, described: Json, { headers }: RawAnswer, context: string): void {
  const value = headers.get('idempotent-replayed')
  if (value === null) return
  const header = resolve(document, described.headers['Idempotent-Replayed'])
  expect(header, `Idempotent-Replayed is not in the OpenAPI document: ${context}`).toBeDefined()
  expect(value, context).toBe(header.schema.const)
}

function resolve(document: Json, described: Json): Json {
  if (typeof described?.$ref !== 'string') return described
  return described.$ref
    .slice(2)
    .split('/')
    .reduce((value: Json, key: string) => value[key], document)
}

function validatorOf(document: Json, schema: Json): ValidateFunction {
  const key = JSON.stringify(schema)
  const known = validators.get(key)
  if (known) return known
  const made = ajv.compile({ ...schema, components: document.components })
  validators.set(key, made)
  return made
}
