import { useCallback, useEffect, useRef, useState } from 'react'
import { DRAFTS } from '#dashboard/lib/stored.ts'
import { readDraft, writeDraft } from './drafts.ts'

const SAVE_MS = 300 // after the last key; leaving the page saves at once

export interface DraftState {
  text: string
  /** The position of the newest message that its writer is taken to have seen. */
  base: number
  write: (text: string) => void
  /** Says that the writer has seen what others wrote up to this position. */
  acknowledge: (position: number) => void
  clear: () => void
}

/**
 * The unsent reply to a conversation, kept in this browser.
 * @param total The position of the newest message: the writer of a new draft has seen all up to there.
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
    // Another tab of this browser has changed the draft or sent it. That is taken over, unless somebody writes here.
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
