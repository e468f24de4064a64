import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { WidgetLocale } from '#contract/widget-enums.ts'
import type { Chat } from './chat.ts'
import type { Words } from './locales/en.ts'

/** What every part of the panel works with. */
export interface Panel {
  chat: Chat
  words: Words
  language: WidgetLocale
}

export const PanelContext = createContext<Panel | null>(null)

/** @throws Error outside the panel */
export function usePanel(): Panel {
  const panel = useContext(PanelContext)
  if (!panel) throw new Error('This part is not in the panel.')
  return panel
}
