import { useCallback, useEffect, useRef, useState } from 'react'
import { DRAFTS } from '#dashboard/lib/stored.ts'
import { readDraft, writeDraft } from './drafts.ts'

const SAVE_MS = 300 // milliseconds after the last key press; leaving the page saves at once

interface DraftState {
  text: string
  /** Position of the newest message that the writer has presumably seen. */
  base: number
  write: (text: string) => void
  /** Records that the writer has seen other people's messages up to this position. */
  acknowledge: (position: number) => void
  clear: () => void
}

/**
 * The draft of a reply to a conversation, stored in this browser.
 * @param total Position of the newest message, up to which the writer of a new draft has seen everything.
 */
export function useDraft(conversationId: string, total: number): DraftState {
  const [draft, setDraft] = useState(() => readDraft(conversationId) ?? { text: '', base: total })
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    writeDraft(conversationId, latest.current)
  }, [conversationId])

  useEffect(() => {
    const saveRest = () => {
      if (timer.current) save()
    }
    // Take over changes by another tab of this browser, unless somebody is writing in this one.
    const follow = ({ key }: StorageEvent) => {
      if (key !== `baton.${DRAFTS}${conversationId}` || timer.current) return
      latest.current = readDraft(conversationId) ?? { text: '', base: 0 }
      setDraft(latest.current)
    }
    window.addEventListener('pagehide', saveRest)
    window.addEventListener('storage', follow)
    return () => {
      window.removeEventListener('pagehide', saveRest)
      window.removeEventListener('storage', follow)
      saveRest()
    }
  }, [save, conversationId])

  const change = (next: typeof draft) => {
    latest.current = next
    setDraft(next)
    timer.current ??= setTimeout(save, SAVE_MS)
  }

  const isEmpty = draft.text.trim() === ''
  return {
    text: draft.text,
    base: isEmpty ? total : draft.base,
    write: (text) => change({ text, base: isEmpty ? total : draft.base }),
    acknowledge: (position) => change({ ...latest.current, base: position }),
    clear: () => {
      change({ text: '', base: total })
      save()
    },
  }
}
