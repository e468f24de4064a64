import type { Shortcut } from '#dashboard/lib/shortcuts.ts'

const everywhere = ['mod+k', '?', '[']

export type ShortcutGroup = 'page' | 'place' | 'everywhere'

/** `page`: of the open screen, `place`: for going to another, `everywhere`: the rest. */
export function groupOf({ keys }: Shortcut): ShortcutGroup {
  if (keys.startsWith('g ')) return 'place'
  return everywhere.includes(keys) ? 'everywhere' : 'page'
}
