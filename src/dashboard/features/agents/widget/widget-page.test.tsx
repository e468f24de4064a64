import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const SHOP = 'https://shop.example.com'
const seen = [{ origin: SHOP, seen_at: '2026-01-01T00:00:00.000Z' }]
const settings = {
  ...{ is_disabled: false, disabled_reason: null, instructions: '', greeting: 'Hello', identity_mode: 'off' },
  ...{ starters: [], away_text: '', locale: null, ai_replies_per_day: 100, widget_origins: [] as string[] },
  appearance: {
    ...{ accent_color: '#2563eb', theme: 'auto', position: 'right' },
    ...{ launcher: 'icon', launcher_text: '', logo_url: null },
  },
}

const open = (widget_origins: string[], sightings: object, handlers: Handlers = {}) =>
  renderRoute(`/agents/${AGENT}/widget`, {
    'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
    'GET /api/v1/agents/*/settings': () => ok({ ...settings, widget_origins }),
    'GET /api/v1/agents/*/widget-sightings': () => ok(sightings),
    ...handlers,
  })

const steps = async () => {
  await screen.findByLabelText('Allowed websites')
  return screen.getAllByRole('heading', { name: /^Step/ }).map(({ textContent }) => textContent)
}

it.each([
  [null, /The answer waits in the chat; how it goes by mail: When a visitor leaves\.$/],
  ['0199c0de-0000-7000-8000-0000000000b1', /gets the answer by mail: When a visitor leaves\.$/],
])('says where an answer goes if nobody is there, with the mailbox %s', async (continuity_mailbox_id, said) => {
  await open(
    [],
    { seen: [], refused: [] },
    { 'GET /api/v1/agents/*/settings': () => ok({ ...settings, continuity_mailbox_id }) },
  )
  const field = await screen.findByLabelText(/^When nobody is there/)
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toMatch(said)
  const link = screen.getByRole('link', { name: 'When a visitor leaves' })
  expect(link.getAttribute('href')).toBe(`/agents/${AGENT}/settings#when-a-visitor-leaves`)
})

it('gives the line once a website is allowed', async () => {
  await open([], { seen: [], refused: [] })
  const names = ['Allow your website', 'Copy this line', 'Seen on your website']
  expect(await steps()).toEqual(names.map((name, index) => `${index + 1}Step ${index + 1}: ${name}`))
  expect(screen.queryByRole('figure', { name: 'Line for your pages' })).toBeNull()
  expect(screen.getByText(/^Allow a website first/)).toBeTruthy()
})

it('shows which steps are done, by what was seen', async () => {
  await open([SHOP], { seen: [], refused: [] })
  expect((await steps()).map((text) => text?.endsWith('Done'))).toEqual([true, false, false])
  const line = screen.getByRole('figure', { name: 'Line for your pages' })
  expect(within(line).getByText(/<script async/).textContent).toContain(`/widget/${AGENT}.js`)
})

it('has all steps done where the chat was seen', async () => {
  await open([SHOP], { seen, refused: [] })
  expect((await steps()).map((text) => text?.endsWith('Done'))).toEqual([true, true, true])
})

it('takes a colour typed, picked or suggested, says how it reads, and saves it alone', async () => {
  const sent: unknown[] = []
  await open(
    [SHOP],
    { seen, refused: [] },
    {
      'PATCH /api/v1/agents/*/settings': ({ json }) => {
        sent.push(json())
        return ok({ ...settings, appearance: { ...settings.appearance, accent_color: '#facc15' } })
      },
    },
  )
  const typed = await screen.findByLabelText<HTMLInputElement>('Accent colour')
  const picker = screen.getByLabelText<HTMLInputElement>('Pick a colour')
  expect(screen.getByText('White text stands on it, 5.2 to 1: readable.')).toBeTruthy()
  fireEvent.change(picker, { target: { value: '#000000' } })
  expect(typed.value).toBe('#000000')
  expect(screen.getByText('White text stands on it, 21.0 to 1: easy to read.')).toBeTruthy()
  fireEvent.change(typed, { target: { value: '#00000' } })
  expect(picker.value).toBe('#2563eb') // the saved one, while what is typed is none
  const yellow = screen.getByRole('button', { name: 'Yellow' })
  fireEvent.click(yellow)
  expect([typed.value, picker.value, yellow.getAttribute('aria-pressed')]).toEqual(['#facc15', '#facc15', 'true'])
  expect(screen.getByText(/^Black text stands on it/)).toBeTruthy()
  const form = within(typed.closest('form')!)
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Saved')
  expect(sent).toEqual([{ appearance: { accent_color: '#facc15' } }])
})

it('says at the questions to begin with that one of them is too long', async () => {
  const details = [{ field: 'starters.1', message: 'The starters.1 field must be at most 100 characters' }]
  const refused = () => refuse(422, 'validation_failed', details)
  await open([SHOP], { seen, refused: [] }, { 'PATCH /api/v1/agents/*/settings': refused })
  const field = await screen.findByLabelText(/^Questions to begin with/)
  fireEvent.change(field, { target: { value: `Do you rent boats?\n${'a'.repeat(101)}` } })
  fireEvent.click(within(field.closest('form')!).getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Must have lines of at most 100 characters.')
})
