/** @jsxImportSource preact */
import { usePanel } from './context.ts'
import type { State } from './types.ts'

/**
 * Shown to a visitor who waits for a person, or may only write to people, while nobody of the team is there: the away
 * text from the agent's settings, or else one of the panel's own, and that the answer will stand in the chat. The
 * form for an address comes with the message that hands over.
 */
export function AwayNote({ state }: { state: State }) {
  const { words } = usePanel()
  const away =
    state.widget?.away_text || [words.away, !state.conversation && words.writeFirst].filter(Boolean).join(' ')
  return (
    <p class="bar" role="status" dir="auto">
      {away} {words.stays}
    </p>
  )
}
