/** @jsxImportSource preact */
import { usePanel } from './context.ts'
import type { State } from './types.ts'

/**
 * Shown to a visitor who waits for a person, or may only write to people, while nobody of the team is there: the away
 * text from the agent's settings, or else one of the panel's own. It asks for no address, as this server mails no
 * visitor: what is answered stands in the chat.
 */
export function AwayNote({ state }: { state: State }) {
  const { words } = usePanel()
  const usual = [words.away, !state.conversation && words.writeFirst, words.stays].filter(Boolean).join(' ')
  return (
    <p class="bar" role="status" dir="auto">
      {state.widget?.away_text || usual}
    </p>
  )
}
