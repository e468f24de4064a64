/** @jsxImportSource preact */
import { personPresent } from './arrivals.ts'
import { usePanel } from './context.ts'
import type { Words } from './locales/en.ts'
import type { State } from './types.ts'

/** The id of the line, with which the field to write in is described. */
export const WHO_ANSWERS = 'who-answers'

/**
 * The line below the agent's name: who answers. Visitors have a right to know that it is an AI, so no setting of an
 * agent takes this away.
 */
export function WhoAnswers({ state }: { state: State }) {
  const { words } = usePanel()
  const line = lineFor(state, words)
  return line === undefined ? null : (
    <p class="who" id={WHO_ANSWERS} dir="auto">
      {line}
    </p>
  )
}

function lineFor({ widget, conversation, items }: State, words: Words): string | undefined {
  if (conversation?.status === 'closed') return words.ended
  if (conversation?.status === 'open' && conversation.response_mode === 'human') {
    const person = personPresent(items)
    if (person) return words.withPerson.replace('{name}', () => person.name)
    if (person === undefined && widget?.ai) return words.waiting
    return words.byPeople
  }
  if (widget?.ai) return widget.people ? `${words.byAi} · ${words.personCan}` : words.byAi
  return widget?.people ? words.byPeople : undefined
}
