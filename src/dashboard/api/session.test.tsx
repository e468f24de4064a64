import { beforeEach, expect, it } from 'vitest'
import { drafted, writeDraft } from '#dashboard/features/inbox/reply/drafts.ts'
import { OUTBOX } from '#dashboard/features/inbox/reply/outbox-traces.ts'
import { outboxOf } from '#dashboard/features/inbox/reply/use-outbox.ts'
import { forgetTab, tabStore } from '#dashboard/lib/tab-store.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { chooseOrganization, currentOrganization, endSession, type Session, stand, startSession } from './session.ts'

const person = (id: string) =>
  ({ user: { id, name: id, email: `${id}@example.com` }, organizations: [] }) as unknown as Session

beforeEach(() => {
  forgetTab()
  localStorage.clear()
  sessionStorage.clear()
  writeDraft('c', undefined)
})

/** Somebody signs in, writes a draft and a question in the playground, and leaves a reply that could not be sent. */
function leaveBehind(name: string) {
  const client = createQueryClient()
  startSession(client, person(name))
  writeDraft('c', { text: 'Dear Ana', base: 1 })
  tabStore('playground-draft.a', '').set('When do you open?')
  sessionStorage.setItem('baton.tab.of-before-a-reload', '"kept"')
  const reply = {
    key: 'k',
    agentId: 'a',
    conversationId: 'c',
    content: 'At nine',
    createdAt: '',
    base: 1,
    state: 'failed',
  }
  sessionStorage.setItem(OUTBOX, JSON.stringify([reply]))
  return client
}

const left = () => ({
  draft: localStorage.getItem('baton.draft.c') !== null,
  drafted: drafted.get().has('c'),
  outbox: sessionStorage.getItem(OUTBOX) !== null,
  tab: Object.keys(sessionStorage).some((key) => key.startsWith('baton.tab.')),
})
const everything = { draft: true, drafted: true, outbox: true, tab: true }
const nothing = { draft: false, drafted: false, outbox: false, tab: false }

it('gives what was unsent back to the person who signs in again', () => {
  const client = leaveBehind('ada')
  startSession(client, person('ada'))
  expect(left()).toEqual(everything)
})

it('gives nobody else what was unsent', () => {
  const client = leaveBehind('ada')
  startSession(client, person('ben'))
  expect(left()).toEqual(nothing)
})

it('leaves nothing behind when somebody signs out', () => {
  endSession(leaveBehind('ada'))
  expect(left()).toEqual(nothing)
})

it('sends no reply that the page still holds for somebody else', () => {
  const client = createQueryClient()
  startSession(client, person('ada'))
  const outbox = outboxOf(client)
  outbox.items.set([
    { key: 'k', agentId: 'a', conversationId: 'c', content: 'At nine', createdAt: '', base: 1, state: 'failed' },
  ])
  startSession(client, person('ben'))
  expect(outbox.items.get()).toEqual([])
})

const of = (...ids: string[]) =>
  ({
    ...person('ada'),
    organizations: ids.map((id) => ({ id, name: id, role: 'owner', responders_teach: true })),
  }) as unknown as Session

it('stays with its organization when another tab turns to another one', () => {
  stand(currentOrganization(of('hotel', 'bakery'))!)
  localStorage.setItem('baton.organization', 'bakery') // what another tab does
  expect(currentOrganization(of('hotel', 'bakery'))?.id).toBe('hotel')
  forgetTab() // a tab that is opened now
  expect(currentOrganization(of('hotel', 'bakery'))?.id).toBe('bakery')
})

it('turns to the organization that is chosen in the tab, and to another one when one is removed from it', () => {
  stand(currentOrganization(of('hotel', 'bakery'))!)
  chooseOrganization('bakery')
  expect(currentOrganization(of('hotel', 'bakery'))?.id).toBe('bakery')
  expect(currentOrganization(of('hotel'))?.id).toBe('hotel')
  expect(currentOrganization(of())).toBeUndefined()
})
