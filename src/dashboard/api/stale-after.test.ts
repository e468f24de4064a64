import { expect, it } from 'vitest'
import { staleAfterEvent, staleAfterMutation } from './stale-after.ts'

it('makes stale what the events of a mutation do, and what no event is about', () => {
  expect(staleAfterMutation('publishDraft')).toEqual([...staleAfterEvent('source.created'), 'listDrafts'])
  expect(staleAfterMutation('signOut')).toEqual([])
})

it('fetches every list of sources again, whoever changed one', () => {
  for (const type of ['source.created', 'source.updated', 'source.deleted'] as const)
    expect(staleAfterEvent(type)).toEqual(
      expect.arrayContaining(['listSources', 'listFullSources', 'listCrawlSources']),
    )
})
