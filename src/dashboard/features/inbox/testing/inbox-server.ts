import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { forgetTab } from '#dashboard/lib/tab-store.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, page } from '#dashboard/testing/test-server.ts'
import { NO_FACTS, sampleLine, sampleMessage } from './samples.ts'

export const agentId = sampleAgent.id
export const agent = sampleAgent
export const visitor = { id: 'v1', name: 'Ana Silva', email: null, identity_verified: false }
export const line = (id: string, at: number, changes = {}) =>
  sampleLine(id, at, { agent_id: agentId, chat_user: visitor, ...changes })

/** Prepares each test of a file: an empty browser, wide enough for all panes. */
export function beforeInboxTests(): void {
  // happy-dom computes no layout, but virtualized lists need a height to render rows.
  const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight')!
  beforeAll(() => Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 }))
  afterAll(() => Object.defineProperty(HTMLElement.prototype, 'clientHeight', height))
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    forgetTab()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('min-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
  })
}

export const inbox = (items: unknown[], next: string | null = null) => ok({ items, next_cursor: next })

const authors = { visitor: 'visitor', assistant: 'ai', human: 'member' }

/** The item of the thread for a message, at the position that its id names. */
export const item = (message: ReturnType<typeof sampleMessage>) => ({
  id: message.id,
  type: 'message',
  position: `${message.id.split('-')[1]}.0`,
  created_at: message.created_at,
  author: { type: authors[message.role] },
  message,
})

/** A whole thread that consists of these messages, from the first on. */
export const thread = (messages: readonly ReturnType<typeof sampleMessage>[], changes = {}) => {
  const items = messages.map(item)
  const ends = { first_position: items[0]?.position ?? null, last_position: items.at(-1)?.position ?? null }
  const none = { linked: [], pending: [], suggestion: null, brief: null }
  return ok({ items, ...ends, read_position: null, ...none, ...NO_FACTS, ...changes })
}

/** Handlers of a server with conversation `c1`, some messages and the given changes. */
export function conversation(changes = {}): Handlers {
  const shown = line('c1', 3, changes)
  const messages = [sampleMessage(1), sampleMessage(2, { role: 'assistant' }), sampleMessage(3)]
  return {
    'GET /v1/organizations/*/agents': () => page([agent]),
    'GET /api/v1/organizations/*/inbox': () => inbox([shown]),
    // A focused row prefetches its line and messages, possibly only during the next test.
    'GET /api/v1/agents/*/conversations/*/line': () => ok(line('c2', 2)),
    'GET /api/v1/agents/*/conversations/*/thread': () => thread([sampleMessage(1)]),
    'GET /api/v1/agents/*/conversations/c1/line': () => ok(shown),
    'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
    'GET /api/v1/agents/*/conversations/*/participants': () => ok({ participants: [] }),
    'GET /api/v1/agents/*/conversations/*/unsent-replies': () => ok([]),
    'POST /api/v1/agents/*/conversations/*/read': () => ({ status: 204 }),
  }
}

/** Opens conversation `c1` on a server with these handlers besides. */
export const openConversation = (handlers: Handlers, search = '') =>
  renderRoute(`/inbox/${agentId}/c1${search}`, { ...conversation(), ...handlers })
