import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { dayAndTime } from '#dashboard/lib/time.ts'
import { ResponderBadge } from './responder-badge.tsx'

afterEach(cleanup)
const waiting = { status: 'open', response_mode: 'human', waiting_since: new Date().toISOString() } as const

describe('who answers a conversation', () => {
  it('is nobody yet while the visitor waits', () => {
    render(<ResponderBadge conversation={{ ...waiting, snoozed_until: null }} />)
    expect(screen.getByText(/^Waiting/)).toBeTruthy()
  })

  it.each([
    ['visitor', 'until they write'],
    ['2026-11-30T08:00:00.000Z', `until ${dayAndTime('2026-11-30T08:00:00.000Z')}`],
  ])('is nobody who waits while it is snoozed until %s', (snoozed_until, words) => {
    render(<ResponderBadge conversation={{ ...waiting, snoozed_until }} />)
    expect(screen.queryByText(/Waiting/)).toBeNull()
    expect(screen.getByTitle(`Snoozed ${words}`).textContent).toBe(` Snoozed ${words}`)
    expect(words).not.toMatch(/:\d\d:\d\d/)
  })
})
