import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NO_FACTS, sampleLine } from '../testing/samples.ts'
import { LeftLine } from './left-line.tsx'
import type { ThreadMessages } from './messages.ts'

const to = [{ address: 'mia@a.example', name: 'Mia' }]
const mail = { mailbox_id: 'm', subject: '', reply: { to, cc: [] }, can_send: true, why: null }

it('says that the visitor of a website has left, and whether an answer can go by mail', () => {
  const show = (line: Parameters<typeof sampleLine>[2], known: ThreadMessages['mail'], has_left = true) => {
    document.body.innerHTML = ''
    const thread = { mail: known, visitor: { ...NO_FACTS, has_left } }
    render(<LeftLine conversation={sampleLine('a', 1, line)} thread={thread} visitor="Mia" />)
    return document.body.textContent
  }
  const human = { origin: 'widget', response_mode: 'human' } as const
  expect(show(human, mail)).toBe('Mia left the page; your answer goes by mail to mia@a.example')
  const cannot = { ...mail, can_send: false, why: 'no_server' as const }
  expect(show(human, cannot)).toBe('Mia left the page; your answer waits in the chat, as no mail can be sent')
  expect(show(human, null)).toBe('Mia left the page; your answer waits in the chat')
  expect(show(human, null, false)).toBe('')
  expect(show({ ...human, origin: 'email' }, mail)).toBe('')
  expect(show({ ...human, response_mode: 'ai' }, mail)).toBe('')
})
