/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import type { State } from './types.ts'

/** In a chat that the link in a mail has opened: how to stop such mails, or that the link has ended. */
export function ByLink({ state: { conversation, visitor } }: { state: State }) {
  const { chat, words } = usePanel()
  const [said, setSaid] = useState('')
  const [isStopping, setStopping] = useState(false)
  if (!conversation)
    return (
      <p class="bar" role="status">
        {words.linkEnded}
      </p>
    )
  if (!visitor?.email)
    return said === '' ? null : (
      <p class="bar" role="status">
        {said}
      </p>
    )
  const stop = async () => {
    setStopping(true)
    await chat.stopMails().then(
      () => setSaid(words.mailsStopped),
      () => setSaid(words.personFailed),
    )
    setStopping(false)
  }
  return (
    <div class="bar">
      <button type="button" class="plain" disabled={isStopping} onClick={stop}>
        {words.stopMails}
      </button>
      {said && <p role="alert">{said}</p>}
    </div>
  )
}
