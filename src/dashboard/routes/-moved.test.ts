import { expect, it } from 'vitest'
import { Route } from './_app/$.tsx'

/** Where an address leads that no screen has; undefined if it leads nowhere. */
function target(path: string, searchStr = ''): unknown {
  const asked = { params: { _splat: path }, location: { searchStr } }
  try {
    ;(Route.options.beforeLoad as unknown as (asked: object) => void)(asked)
  } catch (thrown) {
    const { to, search, replace } = (thrown as { options: Record<string, unknown> }).options
    expect(replace, 'so that Back does not lead here again').toBe(true)
    return search ? { to, search } : to
  }
}

it.each([
  ['agents/a/sources', '?status=failed', '/agents/a/knowledge/sources?status=failed'],
  ['agents/a/gaps', '', '/agents/a/knowledge/gaps'],
  ['agents/a/checks', '', '/agents/a/knowledge/checks'],
  ['agents/a/websites', '', '/agents/a/knowledge/websites'],
  ['agents/a/website', '', '/agents/a/widget'],
  ['agents/a/webhooks', '', '/agents/a/developers'],
  ['agents/a/conversations', '', { to: '/inbox', search: { agent: 'a' } }],
])('leads from %s%s to where that screen is now', (path, search, there) => expect(target(path, search)).toEqual(there))

it.each(['agents/a/unknown', 'agents/a/sources/b', 'sources', ''])('leads from %j nowhere', (path) =>
  expect(target(path)).toBeUndefined(),
)
