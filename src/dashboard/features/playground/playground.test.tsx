import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'built-in' }
const agent = { id: AGENT, name: 'Help desk', description: '', model, is_disabled: false, disabled_reason: null }

it('says in plain words that an agent for signed visitors can’t be tried here', async () => {
  const details = [{ field: 'identity_token', message: 'The identity_token field is required.' }]
  await renderRoute(`/agents/${AGENT}`, {
    'GET /v1/agents/*': () => ok({ ...agent, human_intervention: false, only_human: false }),
    'GET /v1/agents/*/sources': () => page([]),
    'GET /v1/agents/*/conversations': () => page([]),
    'GET /v1/agents/*/webhook-endpoints': () => ok([]),
    'GET /api/v1/agents/*/stats': () => ok({}),
    'GET /api/v1/organizations/*/api-keys': () => ok([]),
    'POST /v1/agents/*/conversations': () => refuse(422, 'validation_failed', details),
  })
  fireEvent.change(await screen.findByLabelText('Message as a visitor'), { target: { value: 'Hi' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('only talks to visitors your site has signed a token for')
  expect(within(said).getByRole('link').getAttribute('href')).toBe(`/agents/${AGENT}/settings`)
  expect(screen.queryByText(/identity_token/)).toBeNull()
})
