import { expect, it } from 'vitest'
import { readAgentFilters } from '#dashboard/features/agents/agent-filters.ts'
import { readInboxSearch } from '#dashboard/features/inbox/inbox-search.ts'
import { readSourceSearch } from '#dashboard/features/sources/source-filters.ts'
import { readWebhookSearch } from '#dashboard/features/webhooks/webhook-search.ts'

const screens = [
  ['/agents', readAgentFilters, ['status', 'model', 'page', 'new']],
  [
    '/agents/$agentId/knowledge/sources',
    readSourceSearch,
    ['type', 'status', 'q', 'add', 'draft', 'source', 'edit', 'bulk'],
  ],
  ['/agents/$agentId/developers', readWebhookSearch, ['endpoint', 'status', 'page', 'delivery', 'new']],
  ['/inbox', readInboxSearch, ['view', 'agent', 'assignee', 'label', 'origin', 'q', 'only', 'details']],
] as const

// The router passes on unvalidated any parameter that a screen's `validateSearch` leaves out.
it.each(screens)('%s names every parameter, and takes none that it does not know', (_, read, names) => {
  const wrong = Object.fromEntries(names.map((name) => [name, name === 'new' || name === 'details' ? 0 : [-1]]))
  expect(read({ ...wrong, other: 'x' })).toStrictEqual(Object.fromEntries(names.map((name) => [name, undefined])))
})
