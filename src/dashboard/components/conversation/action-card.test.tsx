import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { MessageAction } from '#contract/actions.ts'
import { call } from '#dashboard/api/client.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { ok, refuse, startTestServer } from '#dashboard/testing/test-server.ts'
import { ActionCard } from './action-card.tsx'

const SUBMIT = 'POST /v1/agents/*/conversations/*/messages/*/action-result'
const waiting: MessageAction = {
  agent_action_uuid: '0199c0de-0000-7000-8000-0000000000c1',
  slug: 'call-back',
  name: 'Call back',
  status: 'pending',
  fields: [{ name: 'phone', label: 'Phone', type: 'phone', required: true }],
  result: null,
}

afterEach(cleanup)

function Card() {
  const [action, setAction] = useState(waiting)
  const complete = async (result: NonNullable<MessageAction['result']>) => {
    const params = { agent: 'a', conversation: 'c', message: 'm' }
    await call('submitActionResult', { params, body: { action: action.slug, result } })
    setAction({ ...action, status: 'completed', result })
  }
  return <ActionCard messageId="m" action={action} complete={complete} />
}

async function submit(phone: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Card />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Submit' })
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: phone } })
  button.focus()
  fireEvent.click(button)
  return button
}

it('keeps the focus when what was filled in takes the form’s place', async () => {
  await startTestServer({ [SUBMIT]: () => ok({}) })
  await submit('123')
  expect(await screen.findByText('Completed')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Call back' }))
})

it('names the field that is refused, and goes to it', async () => {
  const details = [{ field: 'result.phone', message: 'The result.phone field is required.' }]
  await startTestServer({ [SUBMIT]: () => refuse(422, 'validation_failed', details) })
  await submit('')
  expect(await screen.findByText('Phone is required.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'))
})

it('keeps what was filled in when it leaves the page', () => {
  const card = (messageId: string) => (
    <QueryClientProvider client={createQueryClient()}>
      <ActionCard messageId={messageId} action={waiting} complete={async () => undefined} />
    </QueryClientProvider>
  )
  const first = render(card('kept'))
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '+49 30' } })
  first.unmount()
  render(card('kept'))
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+49 30')
  cleanup()
  render(card('other'))
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('')
})
