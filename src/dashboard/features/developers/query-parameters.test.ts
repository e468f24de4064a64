import { expect, it } from 'vitest'
import { queryParameters } from './query-parameters.ts'

it('names the query parameters with the words they allow', () => {
  expect(queryParameters('listAgents')[0]).toEqual({ name: 'status', values: ['active', 'disabled'] })
})
