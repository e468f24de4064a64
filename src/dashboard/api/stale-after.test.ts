import { expect, it } from 'vitest'
import { type RouteName, routes } from '#contract/routes.ts'
import { staleAfterEvent, staleAfterMutation, toldByEvents } from './stale-after.ts'

it('makes stale what the events of a mutation do, and what no event is about', () => {
  expect(staleAfterMutation('publishDraft')).toEqual([...staleAfterEvent('source.created'), 'listDrafts'])
  expect(staleAfterMutation('signOut')).toEqual([])
})

it('fetches every list of sources again, whoever changed one', () => {
  for (const type of ['source.created', 'source.updated', 'source.deleted'] as const)
    expect(staleAfterEvent(type)).toEqual(expect.arrayContaining(['listSources', 'listFullSources', 'getSourceTotals']))
})

it('reads an organization again when anybody changes it, and its overview with it', () => {
  expect(staleAfterEvent('organization.updated')).toContain('getOrganization')
  expect(staleAfterMutation('updateOrganization')).toEqual(expect.arrayContaining(['getSession', 'getOverview']))
})

it('knows every query, but for those that this page never asks and those that nothing it hears of changes', () => {
  const names = Object.keys(routes) as RouteName[]
  const told = new Set<string>([...toldByEvents, ...names.flatMap(staleAfterMutation)])
  expect(names.filter((name) => routes[name].method === 'GET' && !told.has(name))).toEqual([
    ...['listAiModels', 'getSource', 'getTrainingJob', 'getConversation', 'listWebhookEndpoints'], // other queries serve here
    'getSystem', // read anew every half a minute
    ...['listAuditLog', 'downloadAuditLog'], // read anew whenever it is looked at, as nearly everything adds to it
    ...['getVisitorJob', 'downloadVisitorExport'], // asked for again until they are done
    ...[
      'listModels',
      'getSourceVersion',
      'listTeachable',
      'getEmail',
      'downloadEmail',
      'showEmail',
      'downloadAttachment',
      'getPushKey',
      'listMailProviders',
    ], // what they answer does not change
  ])
})
