import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { agentId, beforeInboxTests, conversation, inbox, line, visitor } from '../testing/inbox-server.ts'

beforeInboxTests()

it('is entered from the field with Enter, also where its results are known from before', async () => {
  await renderRoute('/inbox', {
    ...conversation(),
    'GET /api/v1/organizations/*/search': ({ query }) => {
      const name = `The ${query.get('q')}`
      return inbox([
        {
          ...{ conversation_id: 'c1', agent_id: agentId, position: '2.0', excerpt: name, marks: [] },
          line: line('c1', 3, { chat_user: { ...visitor, name } }),
        },
      ])
    },
  })
  const field = await screen.findByRole('searchbox')
  for (const words of ['dog', 'cat', 'dog']) {
    field.focus()
    fireEvent.change(field, { target: { value: words } })
    fireEvent.keyDown(field, { key: 'Enter' })
    const row = await screen.findByRole('link', { name: new RegExp(`The ${words}`) })
    await waitFor(() => expect(document.activeElement).toBe(row))
  }
})

it('is one stop for Tab, and arrow keys move within it, also on the pages that follow', async () => {
  const found = (id: string) => ({
    ...{ conversation_id: id, agent_id: agentId, position: '2.0', excerpt: 'dog', marks: [] },
    line: line(id, 3, { chat_user: { ...visitor, name: `Guest ${id}` } }),
  })
  await renderRoute('/inbox?q=dog', {
    ...conversation(),
    'GET /api/v1/organizations/*/search': ({ query }) =>
      query.has('cursor')
        ? inbox([found('c3'), found('c4'), found('c5')])
        : inbox([found('c1'), found('c2'), found('c3')], 'more'),
  })
  const list = await screen.findByRole('list', { name: 'Conversations found' })
  const rows = () => within(list).getAllByRole('link')
  const stops = () => rows().flatMap((row) => (row.tabIndex === 0 ? row.dataset.conversation : []))
  const press = (key: string, more = {}) => {
    fireEvent.keyDown(document.activeElement!, { key, ...more })
    return [(document.activeElement as HTMLElement).dataset.conversation, stops()]
  }
  expect(stops()).toEqual(['c1'])
  act(() => rows()[0]!.focus())
  expect(press('ArrowDown')).toEqual(['c2', ['c2']])
  expect(press('ArrowUp')).toEqual(['c1', ['c1']])
  expect(press('ArrowUp')).toEqual(['c1', ['c1']])
  expect(press('ArrowDown', { shiftKey: true })).toEqual(['c1', ['c1']])
  expect(press('End')).toEqual(['c3', ['c3']])
  fireEvent.click(within(list).getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(rows()).toHaveLength(5)) // one that both pages have is shown once
  expect(press('ArrowDown')).toEqual(['c4', ['c4']])
  expect(press('End')).toEqual(['c5', ['c5']])
  expect(press('Home')).toEqual(['c1', ['c1']])
})
