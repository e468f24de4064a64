/** @jsxImportSource preact */
import { personPresent } from './arrivals.ts'
import { usePanel } from './context.ts'
import type { State } from './types.ts'
import { useAttempt } from './use-attempt.ts'
import { WhoAnswers } from './who-answers.tsx'

interface HeaderProps {
  state: State
  /** Missing where the chat is a page of its own, or a preview. */
  close: (() => void) | undefined
}

/** Whom the visitor speaks with, and what they can do about it. */
export function Header({ state, close }: HeaderProps) {
  const { words } = usePanel()
  const { widget, conversation, phase } = state
  const isForPeople = conversation?.response_mode === 'human' || widget?.ai === false
  return (
    <header>
      <Face state={state} />
      <div class="title">
        <h1>
          <bdi>{widget?.name ?? ''}</bdi>
        </h1>
        <WhoAnswers state={state} />
      </div>
      {close && (
        <button type="button" class="icon" aria-label={words.close} onClick={close}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      )}
      {phase === 'ready' && !isForPeople && <PersonButton />}
    </header>
  )
}

/** The initials of the person who answers, else the agent's logo or initials. Both names are written beside them. */
function Face({ state: { widget, conversation, items } }: { state: State }) {
  const isWithPeople = conversation?.status === 'open' && conversation.response_mode === 'human'
  const person = isWithPeople ? (personPresent(items) ?? conversation.person) : undefined
  const logo = widget?.appearance?.logo_url
  return (
    <span class="face" aria-hidden="true">
      {person?.initials ?? (logo ? <img src={logo} alt="" /> : initialsOf(widget?.name ?? ''))}
    </span>
  )
}

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
  return letters.join('').slice(0, 2).toUpperCase()
}

function PersonButton() {
  const { chat, words } = usePanel()
  const { problem, isTrying, attempt } = useAttempt()
  return (
    <>
      <button type="button" class="plain" disabled={isTrying} onClick={() => attempt(chat.askForPerson())}>
        {words.person}
      </button>
      {problem && (
        <p class="bar" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
