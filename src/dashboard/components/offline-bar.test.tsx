import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { serverReached } from '#dashboard/api/server-reached.ts'
import { OfflineBar } from './offline-bar.tsx'

afterEach(() => {
  cleanup()
  serverReached.set(true)
})

it('says so while the server can’t be reached', () => {
  render(<OfflineBar />)
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => serverReached.set(false))
  expect(screen.getByRole('status').textContent).toContain('The server can’t be reached.')
  act(() => serverReached.set(true))
  expect(screen.getByRole('status').textContent).toBe('')
})
