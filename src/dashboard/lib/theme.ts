import { createStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const STORED_AS = 'theme' // also read by public/theme.js before the first paint

/** The theme that the theme switch has chosen; `system` follows the device. */
export const themeChoice = createStore<Theme>(readTheme())

export function chooseTheme(theme: Theme): void {
  themeChoice.set(theme)
  writeStored(STORED_AS, theme === 'system' ? undefined : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function readTheme(): Theme {
  const stored = readStored(STORED_AS)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
