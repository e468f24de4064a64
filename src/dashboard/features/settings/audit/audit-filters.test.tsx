import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#dashboard/query-client.ts'
import { ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { AuditFilters } from './audit-filters.tsx'
import { readAuditSearch } from './audit-search.ts'

afterEach(cleanup)

it('leaves a day alone while it is typed, and passes it on once it is whole', async () => {
  await startTestServer({ 'GET /api/v1/organizations/*/members': () => ok([]) })
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuditFilters search={{}} onChange={onChange} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(field, { target: { value: '0002-11-30' } })
  expect(field.value).toBe('0002-11-30')
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '2026-11-30' } })
  expect(field.value).toBe('2026-11-30')
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-30' })
})

it('filters by no day that the calendar does not have', () => {
  const { from, to } = readAuditSearch({ from: '2026-02-31', to: '2028-02-29' })
  expect([from, to]).toEqual([undefined, '2028-02-29'])
})
