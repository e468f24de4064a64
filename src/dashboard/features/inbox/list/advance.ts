import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { holdKeys } from '#dashboard/lib/held-keys.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import { toConversation } from '../inbox-search.ts'
import type { Line } from './lines.ts'

const STORED_AS = 'afterClosing'
const STAY = 'stay'

/** Whether the next conversation opens once one is closed or snoozed. The choice is stored in this browser. */
const advances = createStore(readStored(STORED_AS) !== STAY)

export const useAdvances = (): boolean => useStore(advances)

export function chooseAdvance(wanted: boolean): void {
  writeStored(STORED_AS, wanted ? undefined : STAY)
  advances.set(wanted)
}

/** The lines of the list on screen, in their order; empty while no list, or the results of a search, are shown. */
export const shownLines = createStore<readonly Line[]>([])

/**
 * The line to go on with after one that leaves the list: the one below it, else the one above. If it has left the list
 * already, the line that is now in its place, else the last one.
 * @param stood Index at which the line was last; −1 if it never was in the list, so that there is nothing to go on
 * with.
 */
export function lineAfter(lines: readonly Line[], id: string, stood: number): Line | undefined {
  const index = lines.findIndex((line) => line.id === id)
  if (index >= 0) return lines[index + 1] ?? lines[index - 1]
  return stood < 0 ? undefined : (lines[stood] ?? lines.at(-1))
}

/**
 * Returns a function to be called when a change is requested. It looks up the conversation to go on with, and returns a
 * handler that opens that one, to be called once the change is confirmed: by then the changed line may have left the
 * list. The handler does nothing if there is no conversation to go on with, or if the member has chosen to stay.
 */
export function useAdvance(conversationId: string): () => () => void {
  const navigate = useNavigate()
  const stood = useRef(-1)
  useEffect(() => {
    const look = () => {
      const index = shownLines.get().findIndex(({ id }) => id === conversationId)
      if (index >= 0) stood.current = index
    }
    look()
    return shownLines.subscribe(look)
  }, [conversationId])
  return () => {
    const line = advances.get() ? lineAfter(shownLines.get(), conversationId, stood.current) : undefined
    return () => {
      if (!line) return
      holdKeys(line.id)
      void navigate({
        ...toConversation(line.agent_id, line.id),
        replace: true,
        state: (state) => state,
      })
    }
  }
}
