/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { isAttended } from './arrivals.ts'
import { AwayNote } from './away-note.tsx'
import { Composer } from './composer.tsx'
import { usePanel } from './context.ts'
import { Rating } from './rating.tsx'
import { Thread } from './thread.tsx'
import type { State } from './types.ts'
import { WhoAnswers } from './who-answers.tsx'

interface AppProps {
  state: State
  /** Missing where the chat is a page of its own. */
  close: (() => void) | undefined
  /** Whether this is the dashboard's preview, which shows the thread even if the member may not write in this chat. */
  isPreview: boolean
}

/** The whole panel. */
export function App({ state, close, isPreview }: AppProps) {
  const { chat, words } = usePanel()
  const { widget, conversation, phase } = state
  const isOpen = phase === 'ready'
  const isShownOnly = isPreview && (phase === 'stranger' || phase === 'away')
  const notice = isShownOnly ? 'bar' : 'notice'
  const isClosed = conversation?.status === 'closed'
  const isForPeople = conversation?.response_mode === 'human' || widget?.ai === false
  const isAway = widget?.availability === 'away' && !isAttended(state.items)
  return (
    <main>
      <header>
        <div class="title">
          <h1>
            <bdi>{widget?.name ?? ''}</bdi>
          </h1>
          <WhoAnswers state={state} />
        </div>
        {isOpen && !isForPeople && <PersonButton />}
        {close && (
          <button type="button" class="icon" aria-label={words.close} onClick={close}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
        )}
      </header>
      {phase === 'loading' && <p class="notice">{words.loading}</p>}
      {phase === 'failed' && (
        <div class="notice" role="alert">
          <p>{words.unreachable}</p>
          <button type="button" class="plain" onClick={() => chat.start()}>
            {words.reload}
          </button>
        </div>
      )}
      {(isOpen || isShownOnly) && <Thread state={state} isInert={isShownOnly} />}
      {phase === 'stranger' && (
        <p class={notice} role="status">
          {words.stranger}
        </p>
      )}
      {phase === 'away' && <p class={notice}>{widget?.away_text || words.unreachable}</p>}
      {isOpen && state.isOffline && (
        <p class="bar" role="status">
          {words.offline}
        </p>
      )}
      {isOpen && isForPeople && !isClosed && isAway && <AwayNote state={state} />}
      {isOpen && isClosed && <Rating known={conversation.rating} key={conversation.id} />}
      {isOpen && <Composer />}
    </main>
  )
}

function PersonButton() {
  const { chat, words } = usePanel()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    setProblem('')
    await chat.askForPerson().catch(() => setProblem(words.personFailed))
    setAsking(false)
  }
  return (
    <>
      <button type="button" class="plain" disabled={isAsking} onClick={ask}>
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
