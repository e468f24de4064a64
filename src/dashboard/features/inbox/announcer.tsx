import { useEffect, useRef, useState } from 'react'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { isOwn } from './own-messages.ts'
import { authorName } from './thread-item.tsx'

const MOST_CHARACTERS = 300

/** Reads a new message out to those who listen to the page, when they are not being told something else. */
export function Announcer({ messages, visitor }: { messages: readonly Message[]; visitor: string }) {
  const last = messages.at(-1)
  const known = useRef(last?.id)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!last || known.current === last.id) return
    known.current = last.id
    if (isOwn(last.id)) return
    const author = last.role === 'visitor' ? visitor : authorName(last)
    setText(`${author}: ${last.content.slice(0, MOST_CHARACTERS)}`)
  }, [last, visitor])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
