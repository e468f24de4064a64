import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, page, refuse, type TestRequest } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const ENDPOINT = '0199c0de-0000-7000-8000-0000000000e1'
const agent = { ...sampleAgent, id: AGENT }
const endpoint = {
  id: ENDPOINT,
  events: ['public_api_human_handoff'],
  is_active: true,
  created_at: '2026-01-01T00:00:00.000Z',
  url: 'https://example.com/hook',
}

const delivery = (id: string, changes = {}) => ({
  id,
  endpoint_id: ENDPOINT,
  url: 'https://example.com/hook',
  event: 'public_api_human_handoff',
  status: 'succeeded',
  attempts: [],
  next_attempt_at: null,
  payload: { sent: id },
  created_at: '2026-01-01T00:00:00.000Z',
  ...changes,
})

const webhooks = (deliveries: (request: TestRequest) => ReturnType<typeof page>): Handlers => ({
  'GET /v1/agents/*': () => ok(agent),
  'GET /api/v1/agents/*/settings': () => ok({ identity_mode: 'off' }),
  'GET /api/v1/agents/*/actions': () => ok([]),
  'GET /api/v1/agents/*/webhook-endpoints': () => page([endpoint]),
  'GET /api/v1/agents/*/webhook-deliveries': deliveries,
})

const panel = async () => within(await screen.findByRole('dialog'))

it('names the endpoint before deleting it', async () => {
  await renderRoute(
    `/agents/${AGENT}/developers`,
    webhooks(() => page([])),
  )
  const button = await screen.findByRole('button', { name: `Delete endpoint ${ENDPOINT}` })
  await act(async () => void fireEvent.click(button)) // the click also loads the dialog's code
  expect(await screen.findByRole('alertdialog', { name: 'Delete the endpoint https://example.com/hook?' })).toBeTruthy()
})

it('finds the delivery of a link on a later page', async () => {
  await renderRoute(`/agents/${AGENT}/developers?delivery=d2`, {
    ...webhooks(() => page([delivery('d1')], 1, 3)),
    'GET /api/v1/agents/*/webhook-deliveries/d2': () => ok(delivery('d2')),
  })
  expect(await (await panel()).findByText(/"sent": "d2"/)).toBeTruthy()
})

it('says so when it is nowhere', async () => {
  await renderRoute(`/agents/${AGENT}/developers?delivery=d2`, {
    ...webhooks(() => page([delivery('d1')])),
    'GET /api/v1/agents/*/webhook-deliveries/d2': () => refuse(404, 'resource_not_found'),
  })
  expect(await (await panel()).findByText(/no such delivery any more/)).toBeTruthy()
})

it('keeps what one reads when newer ones push it off the page, and follows it', async () => {
  let pushed = false
  const { client } = await renderRoute(`/agents/${AGENT}/developers?delivery=d1`, {
    ...webhooks(() => page([pushed ? delivery('d9') : delivery('d1', { status: 'pending' })])),
    'GET /api/v1/agents/*/webhook-deliveries/d1': () => ok(delivery('d1')),
  })
  const opened = await panel()
  expect(await opened.findByText('Under way')).toBeTruthy()
  pushed = true
  await client.invalidateQueries({ queryKey: ['listWebhookDeliveries'] })
  expect(opened.getByText(/"sent": "d1"/)).toBeTruthy()
  await waitFor(() => expect(opened.getByText('Delivered')).toBeTruthy())
})
