/** @jsxImportSource preact */
import { personPresent } from './arrivals.ts'
import { type Panel, usePanel } from './context.ts'
import { timeToCome } from './times.ts'
import type { Conversation, State } from './types.ts'

/** The id of the line, with which the field to write in is described. */
export const WHO_ANSWERS = 'who-answers'

/**
 * The line below the agent's name: who answers, or when. Visitors have a right to know that it is an AI, so no setting
 * of an agent takes this away.
 */
export function WhoAnswers({ state }: { state: State }) {
  const line = lineFor(state, usePanel())
  return line === undefined ? null : (
    <p class="who" id={WHO_ANSWERS} dir="auto">
      {line}
    </p>
  )
}

function lineFor({ widget, conversation, items }: State, panel: Panel): string | undefined {
  const { words } = panel
  if (conversation?.status === 'closed') return words.ended
  if (conversation?.status === 'open' && conversation.response_mode === 'human') {
    const present = personPresent(items)
    const person = present === undefined ? conversation.person : present
    if (person) return words.withPerson.replace('{name}', () => person.name)
    if (present === null || !conversation.waiting) return words.byPeople
    const isAway = widget?.people === true && widget.availability === 'away'
    return waitingLine(conversation.waiting, isAway, panel)
  }
  if (widget?.ai) return widget.people ? `${words.byAi} · ${words.personCan}` : words.byAi
  return widget?.people ? words.byPeople : undefined
}

/** What a visitor who waits for a person may expect. Nobody may be there though the team works at this hour. */
function waitingLine(
  { usual_minutes, back_at }: NonNullable<Conversation['waiting']>,
  isAway: boolean,
  { words, language }: Panel,
): string {
  if (back_at !== null) {
    const { isToday, text } = timeToCome(back_at, language)
    return `${words.awayNow} · ${(isToday ? words.backAt : words.backOn).replace('{time}', () => text)}`
  }
  if (usual_minutes === null) return isAway ? words.awayNow : words.waiting
  return `${words.waiting} · ${words.usually.replace('{minutes}', () => String(usual_minutes))}`
}
