import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, refuse, type TestAnswer } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const SHOP = 'https://shop.example.com'
const BLOG = 'https://blog.example.com'
const settings = {
  ...{ is_disabled: false, disabled_reason: null, instructions: '', greeting: '', identity_mode: 'off' },
  ...{
    widget_origins: [] as string[],
    appearance: {
      ...{ accent_color: '#2563eb', theme: 'auto', position: 'right' },
      ...{ launcher: 'icon', launcher_text: '', logo_url: null },
    },
    starters: [],
    away_text: '',
    locale: 'en',
    ai_replies_per_day: 100,
  },
}
const refused = [SHOP, BLOG].map((origin) => ({ origin, seen_at: '2026-01-01T00:00:00.000Z' }))

const open = (handlers: Handlers) =>
  renderRoute(`/agents/${AGENT}/widget`, {
    'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
    'GET /api/v1/agents/*/settings': () => ok(settings),
    'GET /api/v1/agents/*/widget-sightings': () => ok({ seen: [], refused }),
    ...handlers,
  })

async function ask(origin: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Allow ${origin}` }))
  const question = within(await screen.findByRole('alertdialog', { name: `Allow ${origin}?` }))
  const confirm = question.getByRole<HTMLButtonElement>('button', { name: 'Allow website' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  return { question, confirm }
}

const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

it('keeps a website just allowed as the next is, though the settings were not fetched again yet', async () => {
  const sent: unknown[] = []
  let isFirst = true
  await open({
    'GET /api/v1/agents/*/settings': () => {
      if (!isFirst) return new Promise<TestAnswer>(() => {})
      isFirst = false
      return ok(settings)
    },
    'PATCH /api/v1/agents/*/settings': ({ json }) => {
      sent.push(json())
      return ok({ ...settings, ...json() })
    },
  })
  for (const origin of [SHOP, BLOG]) {
    fireEvent.click((await ask(origin)).confirm)
    await closed()
  }
  expect(sent).toEqual([{ widget_origins: [SHOP] }, { widget_origins: [SHOP, BLOG] }])
})

it('shows why a website was not allowed only in its own question', async () => {
  await open({ 'PATCH /api/v1/agents/*/settings': () => refuse(403, 'forbidden') })
  const { question, confirm } = await ask(SHOP)
  fireEvent.click(confirm)
  expect(await question.findByRole('alert')).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await closed()
  expect((await ask(BLOG)).question.queryByRole('alert')).toBeNull()
})
