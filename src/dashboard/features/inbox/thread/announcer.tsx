import { useEffect, useRef, useState } from 'react'
import { authorName } from './item.tsx'
import { isOwn, type ThreadMessage } from './messages.ts'

const MOST_CHARACTERS = 300

/** Announces new messages to screen readers, without interrupting what they are reading. */
export function Announcer({ messages, visitor }: { messages: readonly ThreadMessage[]; visitor: string }) {
  const last = messages.at(-1)
  const known = useRef(last?.id)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!last || known.current === last.id) return
    known.current = last.id
    if (isOwn(last)) return
    const author = last.role === 'visitor' ? visitor : authorName(last)
    setText(`${author}: ${last.content.slice(0, MOST_CHARACTERS)}`)
  }, [last, visitor])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
