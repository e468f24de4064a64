import { useCallback, useEffect, useRef, useState } from 'react'
import { sessionEnded } from '#dashboard/api/session-state.ts'
import { DRAFTS } from '#dashboard/lib/stored.ts'
import { WRITER } from '#dashboard/lib/written.ts'
import { readDraft, writeDraft } from './drafts.ts'

const SAVE_MS = 300 // milliseconds after the first change that is not saved; leaving the page saves at once

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
 * A draft stored in this browser. `place` is the conversation's id or, for a note, begins with it; up to `total`, the
 * writer of a new draft has seen everything.
 */
export function useDraft(place: string, total: number): DraftState {
  const [draft, setDraft] = useState(() => readDraft(place) ?? { text: '', base: total })
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    writeDraft(place, latest.current)
  }, [place])

  useEffect(() => {
    const saveRest = () => {
      if (timer.current) save()
    }
    // Adopt changes by another tab of this browser, unless something was just written in this one. If another tab
    // removes the draft because its writer signs out (`newValue` is null), this page keeps it until they sign in again.
    // If somebody else signs in (`WRITER` changes), their own draft takes its place.
    const follow = ({ key, newValue }: StorageEvent) => {
      const isChanged = key === `baton.${DRAFTS}${place}` && newValue !== null && !timer.current
      if (!isChanged && key !== WRITER) return
      latest.current = readDraft(place) ?? { text: '', base: 0 }
      setDraft(latest.current)
    }
    const unsubscribe = sessionEnded.subscribe(() => {
      if (!sessionEnded.get() && latest.current.text !== '') save()
    })
    window.addEventListener('pagehide', saveRest)
    window.addEventListener('storage', follow)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', saveRest)
      window.removeEventListener('storage', follow)
      saveRest()
    }
  }, [save, place])

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
