import { expect, it } from 'vitest'
import { scopeNames } from '#contract/scopes.ts'
import { dayAfter, presetOf, scopeGroups, scopePresets } from './scope-presets.ts'

it('shows every scope of the contract once', () => {
  expect(scopeGroups.flatMap(({ scopes }) => scopes)).toEqual(scopeNames)
  expect(scopeGroups.map(({ label }) => label)).toEqual(['Agents', 'Sources', 'Conversations'])
})

it('offers read only without anything that changes, and everything with all', () => {
  const [read, inbox, everything] = scopePresets
  expect(read?.scopes).toEqual(['agent:read', 'source:read', 'conversation:read'])
  expect(inbox?.scopes).not.toContain('conversation:delete')
  expect(everything?.scopes).toEqual(scopeNames)
})

it('recognises a preset by its scopes, in any order, and nothing else', () => {
  expect(presetOf(['conversation:read', 'agent:read', 'source:read'])?.id).toBe('read')
  expect(presetOf(['agent:read'])).toBeUndefined()
})

it('counts days in UTC, as the server does', () => {
  const lateEvening = Date.parse('2026-12-31T23:30:00Z')
  expect(dayAfter(lateEvening, 1)).toBe('2027-01-01')
  expect(dayAfter(lateEvening, 90)).toBe('2027-03-31')
})
