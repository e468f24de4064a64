import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Data } from '#contract/index.ts'
import { standing } from '#dashboard/lib/standing.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { createAppRouter } from '#dashboard/router.ts'
import { AnswerTrace } from './answer-trace.tsx'

const before = standing.get()
afterEach(() => {
  cleanup()
  standing.set(before)
})

const trace = { decision: 'unknown', asked_for_person: true, citations: [], model: 'built-in', latency_ms: 20 }

it('leads to the setting that hands over only those who may change it', () => {
  const client = createQueryClient()
  const router = createAppRouter(client, createMemoryHistory())
  const show = (role: 'admin' | 'responder') => {
    standing.set({ ...before, role })
    render(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <AnswerTrace agentId="a" trace={trace as unknown as Data<'getAnswerTrace'>} />
        </RouterContextProvider>
      </QueryClientProvider>,
    )
    expect(screen.getByText(/This agent answers by itself alone/)).toBeTruthy()
    const link = screen.queryByRole('link', { name: 'Let it hand over' })
    cleanup()
    return link
  }
  expect(show('admin')).toBeTruthy()
  expect(show('responder')).toBeNull()
})
