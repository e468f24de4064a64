import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { pathParameters } from '#contract/route.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { valuesOf } from './generate.ts'

/** One generated request. Ids are known only when it is sent, so a number stands for the id of an existing thing. */
export interface Generated {
  name: PublicRouteName
  params: Record<string, string | number>
  query: string
  body: string | undefined
  headers: Record<string, string>
}

const all = (Object.values(endpoints) as unknown as Endpoint[]).filter(({ route }) => route.api === 'public')

const wrongId = fc.oneof(
  fc.uuid(),
  fc.constantFrom(
    'x',
    '0',
    '..',
    '%',
    "'",
    ' ',
    '\0',
    'null',
    'ÿ',
    '1a525e1b-17ce-4b03-aa9d-fafb1a6b13f',
    'x'.repeat(400),
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
)
const id = fc.oneof({ weight: 15, arbitrary: fc.nat(99) }, { weight: 1, arbitrary: wrongId })
const mostly = <T>(usual: T, arbitrary: fc.Arbitrary<T>, weight = 12) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary })

const brokenBody = fc.constantFrom(
  '{',
  '',
  'null',
  '[]',
  '{"name":"x"',
  '\ufeff{}',
  '{"a":1e999}',
  '{"name":"\\ud800"}',
)
const types = fc.constantFrom(
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=latin1',
  '',
)
const keys = fc.constantFrom('a', 'b', 'c', '', 'x'.repeat(256), '\u00ff')
const tags = fc.constantFrom('*', '""', 'W/"x"', ',,,', 'x'.repeat(3_000))
const tokens = fc.constantFrom('', 'Bearer', 'Bearer x', `Bearer ${'x'.repeat(5_000)}`, 'Basic eDp5', 'Bearer baton_é')

/** Generates a request for any of the public operations. */
export const anyRequest: fc.Arbitrary<Generated> = fc.oneof(...all.map(requestOf))

function requestOf({ name, route, query, body }: Endpoint): fc.Arbitrary<Generated> {
  const params = fc.record(Object.fromEntries(pathParameters(route.path).map((key) => [key, id])))
  const bodies = body
    ? mostly<fc.Arbitrary<string | undefined>>(sent(body), fc.constant(brokenBody))
    : fc.constant(fc.constant(undefined))
  return fc
    .record({
      params,
      query: mostly('', query ? queries(query) : fc.constant('?page=0&x[]=1'), 1),
      body: bodies.chain((made) => made),
      headers: fc.record({
        'content-type': body ? mostly('application/json', types, 30) : fc.constant(''),
        'idempotency-key': mostly('', keys),
        'if-none-match': mostly('', tags),
        authorization: mostly('own', tokens, 40),
      }),
    })
    .map((made) => ({ name: name as PublicRouteName, ...made }))
}

function sent(body: NonNullable<Endpoint['body']>): fc.Arbitrary<string | undefined> {
  return valuesOf(body).map((value) => JSON.stringify(value))
}

function queries(query: NonNullable<Endpoint['query']>): fc.Arbitrary<string> {
  return valuesOf(query).chain((value) => {
    const pairs = Object.entries(typeof value === 'object' && value !== null ? value : { x: value })
    const search = new URLSearchParams(
      pairs.flatMap(([key, entry]) => (entry === undefined ? [] : [[key, textOf(entry).slice(0, 2_000)]])),
    )
    const odd = fc.constantFrom('', '&page=1&page=2', '&page[]=1', '&=&&', '&per_page=%ff', '&__proto__=1')
    return mostly('', odd).map((extra) => `?${search}${extra}`)
  })
}

/** Formats a value for a query string. `String` alone throws for JSON objects that contain a `toString` field. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
