/** @jsxImportSource preact */
import { mayAskAssistant } from './arrivals.ts'
import { usePanel } from './context.ts'
import { turnToField } from './field.ts'
import type { State } from './types.ts'
import { useAttempt } from './use-attempt.ts'

/** Offers a visitor who waits for a person to have the assistant answer after all, until a person has written. */
export function AskAssistant({ state: { widget, conversation, items } }: { state: State }) {
  const { chat, words } = usePanel()
  const { problem, isTrying, attempt } = useAttempt()
  const isWithPeople = conversation?.status === 'open' && conversation.response_mode === 'human'
  if (!isWithPeople || !widget?.ai || !mayAskAssistant(items)) return null
  const ask = async () => {
    if (await attempt(chat.handBack())) turnToField()
  }
  return (
    <div class="bar">
      <button type="button" class="plain" disabled={isTrying} onClick={ask}>
        {words.assistantInstead}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
