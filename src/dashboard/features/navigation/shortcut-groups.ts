import type { Shortcut } from '#dashboard/lib/shortcuts.ts'

const everywhere = ['mod+k', '?', '[']

export type ShortcutGroup = 'page' | 'place' | 'everywhere'

/** Group of a shortcut in lists: the open page, navigation, or general. */
export function groupOf({ keys }: Shortcut): ShortcutGroup {
  if (keys.startsWith('g ')) return 'place'
  return everywhere.includes(keys) ? 'everywhere' : 'page'
}
