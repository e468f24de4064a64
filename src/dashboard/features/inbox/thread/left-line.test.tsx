import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleLine } from '../testing/samples.ts'
import { LeftLine } from './left-line.tsx'

const to = [{ address: 'mia@a.example', name: 'Mia' }]
const mail = { mailbox_id: 'm', subject: '', reply: { to, cc: [] }, can_send: true, why: null }

it('says that the visitor of a website has left, and whether an answer can go by mail', () => {
  const show = (line: Parameters<typeof sampleLine>[2], known: Parameters<typeof LeftLine>[0]['mail']) => {
    document.body.innerHTML = ''
    render(<LeftLine conversation={sampleLine('a', 1, line)} mail={known} visitor="Mia" />)
    return document.body.textContent
  }
  const human = { origin: 'widget', response_mode: 'human' } as const
  expect(show(human, mail)).toBe('Mia left the page; your answer goes by mail to mia@a.example')
  expect(show(human, { ...mail, can_send: false, why: 'no_server' })).toContain('waits in the chat')
  expect(show(human, null)).toBe('')
  expect(show({ ...human, origin: 'email' }, mail)).toBe('')
  expect(show({ ...human, response_mode: 'ai' }, mail)).toBe('')
})
