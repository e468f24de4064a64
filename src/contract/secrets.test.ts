import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'
import { takesIdempotencyKey } from './route.ts'

/** Matches the names of fields that hold secrets shown only once. */
const SECRET = /secret|token|password|recovery|invitation|^key$/

const keyed = (Object.values(endpoints) as unknown as Endpoint[]).filter(({ route }) => takesIdempotencyKey(route))

function* names(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(inner)
    yield* names(inner)
  }
}

describe('what a repeated answer leaves out', () => {
  it.each(keyed.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, { data, secrets = [] }) => {
    const shown = [...names(data && z.toJSONSchema(data, { unrepresentable: 'any' }))]
    expect(shown).toEqual(expect.arrayContaining([...secrets]))
    expect(shown.filter((name) => SECRET.test(name)).filter((name) => !secrets.includes(name))).toEqual([])
  })
})
