import { afterEach, expect, it } from 'vitest'
import { forgetTab, tabStore } from './tab-store.ts'

afterEach(forgetTab)

it('is one store for a key, and is kept in the tab', () => {
  tabStore<string[]>('thread', []).set(['Hello'])
  expect(tabStore<string[]>('thread', []).get()).toEqual(['Hello'])
  expect(sessionStorage.getItem('baton.tab.thread')).toBe('["Hello"]')
})

it('is gone once the tab is told to forget, whoever still holds it', () => {
  const held = tabStore('thread', 'nothing')
  held.set('something')
  forgetTab()
  expect(tabStore('thread', 'nothing').get()).toBe('nothing')
  held.set('late')
  expect(sessionStorage.getItem('baton.tab.thread')).toBeNull()
})
