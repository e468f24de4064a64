/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import type { State } from './types.ts'

/**
 * Shown to a visitor who waits for a person while nobody of the team is there: the away text from the agent's settings,
 * or else one of the panel's own, and a field for an e-mail address to reply to. Once the address is known, thanks take
 * the place of the field and of the panel's own text. Without a conversation, in which the team would see the address,
 * there is no field, and the panel's own text asks the visitor to write first.
 */
export function AwayForm({ state }: { state: State }) {
  const { chat, words } = usePanel()
  const [problem, setProblem] = useState('')
  const awayText = state.widget?.away_text
  if (!state.conversation)
    return (
      <p class="bar" dir="auto">
        {awayText || `${words.away} ${words.writeFirst}`}
      </p>
    )
  if (state.visitor?.email)
    return (
      <div class="bar">
        {awayText && <p dir="auto">{awayText}</p>}
        <p>{words.thanks}</p>
      </div>
    )
  const leave = async (form: HTMLFormElement) => {
    setProblem('')
    const email = String(new FormData(form).get('email') ?? '')
    await chat.leaveEmail(email).catch(() => setProblem(words.personFailed))
  }
  return (
    <form
      class="bar"
      onSubmit={(event) => {
        event.preventDefault()
        leave(event.currentTarget)
      }}
    >
      <p dir="auto">{awayText || `${words.away} ${words.askAddress}`}</p>
      <div class="row">
        <input
          name="email"
          type="email"
          required
          autocomplete="email"
          aria-label={words.email}
          placeholder={words.email}
        />
        <button type="submit" class="primary">
          {words.leave}
        </button>
      </div>
      {problem && <p role="alert">{problem}</p>}
    </form>
  )
}
