import { expect, it } from 'vitest'
import { z } from 'zod'
import { tryParse } from './validate.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(100),
  name: z.string().min(2),
  ids: z.array(z.string()).min(1),
  kinds: z.strictObject({ mention: z.boolean().optional() }),
})

it.each([
  ['limit', { limit: 0 }, 'must be at least 1'],
  ['limit', { limit: 101 }, 'must be at most 100'],
  ['name', { name: 'a' }, 'must have at least 2 characters'],
  ['ids', { ids: [] }, 'must have at least 1 item'],
  ['kinds', { kinds: { fax: true } }, 'must not have "fax"'],
])('says of %s in %j what is wrong, as a sentence', (field, wrong, problem) => {
  const { problems } = tryParse(schema, { limit: 1, name: 'Ana', ids: ['1'], kinds: {}, ...wrong })
  expect(problems).toEqual([{ field, message: `The ${field} field ${problem}.` }])
})
