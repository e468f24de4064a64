import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'
import { chooseNothing, chosen } from '../list/chosen.ts'
import { beforeInboxTests, conversation, inbox, line, visitor } from '../testing/inbox-server.ts'

beforeInboxTests()
afterEach(chooseNothing)

it('keeps what is refused, and what is chosen while a change is under way', async () => {
  const answer = Promise.withResolvers<void>()
  let asked: unknown
  const lines = ['Ana', 'Bo', 'Cy'].map((name, at) =>
    line(name, 3 - at, { response_mode: 'human', chat_user: { ...visitor, name } }),
  )
  await renderRoute('/inbox?view=open', {
    ...conversation(),
    'GET /api/v1/organizations/*/inbox': () => inbox(lines),
    'POST /api/v1/organizations/*/conversations/change': async ({ json }) => {
      asked = json().ids
      await answer.promise
      return ok([
        { id: 'Ana', ok: true, code: null },
        { id: 'Bo', ok: false, code: 'conversation_closed' },
      ])
    },
  })
  const choose = async (name: string) =>
    fireEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  await choose('Ana')
  await choose('Bo')
  const bar = within(await screen.findByRole('region', { name: 'Chosen conversations' }))
  fireEvent.click(bar.getByRole('button', { name: /^Close/ }))
  await waitFor(() => expect(asked).toEqual(['Ana', 'Bo']))
  await choose('Cy')
  answer.resolve()
  await waitFor(() => expect([...chosen.get()]).toEqual(['Bo', 'Cy']))
})
