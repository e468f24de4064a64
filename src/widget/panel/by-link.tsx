/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import type { State } from './types.ts'
import { useAttempt } from './use-attempt.ts'

/** In a chat that the link in a mail has opened: how to stop such mails, or that the link has ended. */
export function ByLink({ state: { conversation, visitor } }: { state: State }) {
  const { chat, words } = usePanel()
  const [isStopped, setStopped] = useState(false)
  const { problem, isTrying, attempt } = useAttempt()
  if (!conversation)
    return (
      <p class="bar" role="status">
        {words.linkEnded}
      </p>
    )
  if (!visitor?.email)
    return isStopped ? (
      <p class="bar" role="status">
        {words.mailsStopped}
      </p>
    ) : null
  const stop = async () => setStopped(await attempt(chat.stopMails()))
  return (
    <div class="bar">
      <button type="button" class="plain" disabled={isTrying} onClick={stop}>
        {words.stopMails}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
