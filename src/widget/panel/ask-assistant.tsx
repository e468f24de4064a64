/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { mayAskAssistant } from './arrivals.ts'
import { usePanel } from './context.ts'
import { turnToField } from './field.ts'
import type { State } from './types.ts'

/** Offers a visitor who waits for a person to have the assistant answer after all, until a person has written. */
export function AskAssistant({ state: { widget, conversation, items } }: { state: State }) {
  const { chat, words } = usePanel()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isWithPeople = conversation?.status === 'open' && conversation.response_mode === 'human'
  if (!isWithPeople || !widget?.ai || !mayAskAssistant(items)) return null
  const ask = async () => {
    setAsking(true)
    setProblem('')
    await chat.handBack().then(turnToField, () => setProblem(words.personFailed))
    setAsking(false)
  }
  return (
    <div class="bar">
      <button type="button" class="plain" disabled={isAsking} onClick={ask}>
        {words.assistantInstead}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
