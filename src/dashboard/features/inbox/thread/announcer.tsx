import { useEffect, useRef, useState } from 'react'
import { authorName } from './item.tsx'
import { isOwn, type ThreadMessage } from './messages.ts'

const MOST_CHARACTERS = 300

/** Announces new messages, unless the member wrote them, to screen readers without interrupting what they read. */
export function Announcer({ messages, visitor }: { messages: readonly ThreadMessage[]; visitor: string }) {
  const last = messages.at(-1)
  const known = useRef(last?.id)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!last || known.current === last.id) return
    const seen = messages.findIndex(({ id }) => id === known.current)
    const fresh = seen < 0 && known.current ? [last] : messages.slice(seen + 1)
    known.current = last.id
    const lines = fresh.filter((message) => !isOwn(message)).map((message) => lineOf(message, visitor))
    if (lines.length > 0) setText(lines.join('\n'))
  }, [last, messages, visitor])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

function lineOf(message: ThreadMessage, visitor: string): string {
  const author = message.role === 'visitor' ? visitor : authorName(message)
  return `${author}: ${message.content.slice(0, MOST_CHARACTERS)}`
}
