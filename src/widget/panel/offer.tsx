/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import { turnToField } from './field.ts'

/** Below a message that offers a person: yes or no. */
export function Offer({ messageId }: { messageId: string }) {
  const { chat, words } = usePanel()
  const [problem, setProblem] = useState('')
  const [isAnswering, setAnswering] = useState(false)
  const answer = async (act: () => Promise<unknown>) => {
    setAnswering(true)
    setProblem('')
    await act().then(turnToField, () => setProblem(words.personFailed))
    setAnswering(false)
  }
  return (
    <div class="offer">
      <button type="button" class="primary" disabled={isAnswering} onClick={() => answer(chat.askForPerson)}>
        {words.yesPlease}
      </button>
      <button type="button" class="plain" disabled={isAnswering} onClick={() => answer(() => chat.decline(messageId))}>
        {words.noThanks}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
