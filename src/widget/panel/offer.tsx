/** @jsxImportSource preact */
import { usePanel } from './context.ts'
import { turnToField } from './field.ts'
import { useAttempt } from './use-attempt.ts'

/** Below a message that offers a person: yes or no. */
export function Offer({ messageId }: { messageId: string }) {
  const { chat, words } = usePanel()
  const { problem, isTrying, attempt } = useAttempt()
  const answer = async (act: Promise<unknown>) => {
    if (await attempt(act)) turnToField()
  }
  return (
    <div class="offer">
      <button type="button" class="primary" disabled={isTrying} onClick={() => answer(chat.askForPerson())}>
        {words.yesPlease}
      </button>
      <button type="button" class="plain" disabled={isTrying} onClick={() => answer(chat.decline(messageId))}>
        {words.noThanks}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
