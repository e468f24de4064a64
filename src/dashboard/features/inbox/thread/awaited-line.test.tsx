import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { minute, sampleLine, sampleMessage } from '../testing/samples.ts'
import { AwaitedLine } from './awaited-line.tsx'

describe('the line below a thread', () => {
  const last = { ...sampleMessage(2), role: 'visitor' as const, created_at: minute(0) }
  const show = (line: Parameters<typeof sampleLine>[2], reply: { since: string } | null = null) => {
    document.body.innerHTML = ''
    const onAnswer = vi.fn()
    const conversation = sampleLine('a', 1, line)
    render(<AwaitedLine conversation={conversation} last={last} reply={reply} visitor="Mia" onAnswer={onAnswer} />)
    return onAnswer
  }
  const text = () => document.body.textContent

  it('says that the AI is answering exactly while it is, however long ago the visitor asked', () => {
    show({}, { since: minute(0) })
    expect(text()).toBe('The AI is answering…')
    show({})
    expect(text()).toBe('')
  })

  it('says that nobody has answered, and lets the AI do it', () => {
    const onAnswer = show({ waiting_since: minute(0), not_answered: true })
    expect(text()).toContain('Nobody has answered Mia for ')
    screen.getByRole('button', { name: 'Let the AI answer' }).click()
    expect(onAnswer).toHaveBeenCalledOnce()
  })

  it('says of a snoozed conversation that it is, not that its visitor waits', () => {
    show({ response_mode: 'human', waiting_since: minute(0), snoozed_until: 'visitor' })
    expect(text()).toMatch(/^Snoozed/)
  })
})
