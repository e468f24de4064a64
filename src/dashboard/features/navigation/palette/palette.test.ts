import { describe, expect, it } from 'vitest'
import type { Data } from '#contract/index.ts'
import { settingsGroups } from '#dashboard/lib/settings-sections.ts'
import { divideFound } from './found.ts'
import { knownIcon, sectionIcons } from './icons.ts'
import { fitting, scoreOf } from './matching.ts'

describe('what fits the typed words', () => {
  it('prefers beginnings, and ignores case, accents and the order of words', () => {
    expect(scoreOf('Go to Inbox', 'go')).toBe(3)
    expect(scoreOf('Go to Inbox', 'inbox go')).toBe(2)
    expect(scoreOf('Go to Inbox', 'box')).toBe(1)
    expect(scoreOf('Go to Inbox', 'ox')).toBe(0)
    expect(scoreOf('Go to Inbox', 'inbox agents')).toBe(0)
    expect(scoreOf('Würstchenbude', 'wurst')).toBe(3)
    expect(scoreOf('Anything', '')).toBe(3)
  })

  it('keeps the order of equals', () => {
    expect(fitting(['Mailbox', 'Go to Inbox', 'Inbox zero', 'Box', 'My inbox'], 'inbox', (name) => name)).toEqual([
      'Inbox zero',
      'Go to Inbox',
      'My inbox',
    ])
  })
})

describe('icons', () => {
  it('are there for every section of the settings', () => {
    const paths = settingsGroups.flatMap(({ entries }) => entries.map(({ path }) => path))
    expect(paths.filter((path) => !sectionIcons[path])).toEqual([])
  })

  it('are there for every action that a screen registers', () => {
    const sources = import.meta.glob<string>('/src/dashboard/{features,components}/**/*.tsx', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const registered = Object.values(sources).flatMap((text) =>
      [...text.matchAll(/useShortcut\(\s*'([^']*)',\s*('([^']*)'|[^']*\?\s*'([^']*)')/g)].map(
        ([, keys = '', , label, other]) => ({ keys, label: label ?? other ?? '', run: () => {} }),
      ),
    )
    expect(registered.length).toBeGreaterThan(25)
    expect(registered.filter((act) => act.keys !== 'mod+k' && !knownIcon(act)).map(({ label }) => label)).toEqual([])
  })
})

describe('what a search has found', () => {
  const found = (conversation: string, position: string, visitor: string) =>
    ({
      conversation_id: conversation,
      agent_id: 'agent',
      position,
      excerpt: '',
      marks: [],
      line: { chat_user: { id: visitor } },
    }) as unknown as Data<'search'>['items'][number]

  it('shows a visitor once, with the latest conversation, and lines of conversations apart', () => {
    const { visitors, conversations } = divideFound([
      found('c1', '0.0', 'ana'),
      found('c2', '4.0', 'ana'),
      found('c3', '0.0', 'ana'),
      found('c4', '0.0', 'bo'),
    ])
    expect(visitors.map((entry) => entry.conversation_id)).toEqual(['c1', 'c4'])
    expect(conversations.map((entry) => entry.conversation_id)).toEqual(['c2'])
  })
})
