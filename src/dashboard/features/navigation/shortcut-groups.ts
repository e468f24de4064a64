import type { Shortcut } from '#dashboard/lib/shortcuts.ts'

const everywhere = ['mod+k', '?', '[']

export type ShortcutGroup = 'page' | 'place' | 'everywhere'

/** What a key is about: the page that is open, a place to go, or neither. */
export function groupOf({ keys }: Shortcut): ShortcutGroup {
  if (keys.startsWith('g ')) return 'place'
  return everywhere.includes(keys) ? 'everywhere' : 'page'
}
