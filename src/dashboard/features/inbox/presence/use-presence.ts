import { useEffect, useState } from 'react'
import { call } from '#dashboard/api/client.ts'
import { useSession } from '#dashboard/api/session.ts'
import { onOrganizationEvent, streamConnected } from '#dashboard/api/stream-state.ts'
import { type Here, present } from './who-is-here.ts'

const TELL_MS = 11_000 // milliseconds between two reports of one's presence; the server passes on one in ten seconds
const LOOK_MS = 5_000 // milliseconds between checks for people who have stopped reporting
const WRITING_MS = 8_000 // milliseconds after the last key press in which one counts as writing

/** Reports that one has the conversation open, and whether one writes in it. @returns who else has it open */
export function usePresence(conversationId: string): Here[] {
  const ownId = useSession().user.id
  const [here, setHere] = useState<readonly Here[]>([])

  useEffect(() => {
    let isOver = false
    let typedAt = 0
    let saidWriting = false
    let isNote = false
    const tell = async () => {
      if (document.visibilityState !== 'visible') return
      saidWriting = Date.now() - typedAt < WRITING_MS
      const body = { conversation_id: conversationId, is_writing: saidWriting, ...(isNote && { is_note: true }) }
      // A request that fails is not repeated: the next one, some seconds later, reports the same.
      const others = await call('tellPresence', { body }).catch(() => undefined)
      if (isOver || !others) return
      const at = Date.now()
      setHere(others.map((one) => ({ ...one, at })))
    }
    // Replies and notes have different fields, but both are within `data-reply`, which says which of them it is.
    const onInput = ({ target }: Event) => {
      const field = target instanceof Element ? target.closest<HTMLElement>('[data-reply]') : null
      if (!field) return
      isNote = field.dataset.reply === 'note'
      typedAt = Date.now()
      if (!saidWriting) void tell()
    }
    const stopListening = onOrganizationEvent((event) => {
      if (event.type !== 'presence' || event.user_id === ownId) return
      const { user_id, user_name: name, is_writing, conversation_id } = event
      setHere((known) => {
        const others = known.filter((one) => one.user_id !== user_id)
        return conversation_id === conversationId ? [...others, { user_id, name, is_writing, at: Date.now() }] : others
      })
    })
    void tell()
    // The stream carries the AI's unfinished replies only in conversations reported as open while it was connected.
    const stopAwaiting = streamConnected.subscribe(() => streamConnected.get() && void tell())
    const telling = setInterval(() => void tell(), TELL_MS)
    const looking = setInterval(() => {
      const now = Date.now()
      setHere((known) => (present(known, now).length === known.length ? known : present(known, now)))
    }, LOOK_MS)
    document.addEventListener('input', onInput)
    document.addEventListener('visibilitychange', tell)
    return () => {
      isOver = true
      clearInterval(telling)
      clearInterval(looking)
      stopListening()
      stopAwaiting()
      document.removeEventListener('input', onInput)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [conversationId, ownId])
  return present(here, Date.now())
}
