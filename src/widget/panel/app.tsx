/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { isAttended } from './arrivals.ts'
import { AskAssistant } from './ask-assistant.tsx'
import { AwayNote } from './away-note.tsx'
import { ByLink } from './by-link.tsx'
import { Composer } from './composer.tsx'
import { usePanel } from './context.ts'
import { Header } from './header.tsx'
import { Rating } from './rating.tsx'
import { Thread } from './thread.tsx'
import type { State } from './types.ts'

interface AppProps {
  state: State
  /** Missing where the chat is a page of its own. */
  close: (() => void) | undefined
  /**
   * Whether this is the dashboard's preview. It shows the thread even if the member may not write in this chat, and has
   * no button that closes it: beside the settings it stays, and a sheet has its own.
   */
  isPreview: boolean
  /** Whether the link in a mail has opened the chat. */
  isByLink: boolean
}

/** The whole panel. */
export function App({ state, close, isPreview, isByLink }: AppProps) {
  const { chat, words } = usePanel()
  const [isExplaining, setExplaining] = useState(false)
  const { widget, conversation, phase } = state
  const isOpen = phase === 'ready'
  const isShownOnly = isPreview && (phase === 'stranger' || phase === 'away')
  const notice = isShownOnly ? 'bar' : 'notice'
  const isClosed = conversation?.status === 'closed'
  const isForPeople = conversation?.response_mode === 'human' || widget?.ai === false
  const isTold = state.items.some((item) => 'event' in item && item.event.tells_when)
  const isAway = widget?.availability === 'away' && !isTold && !isAttended(state.items)
  return (
    <main>
      <Header state={state} close={isPreview ? undefined : close} />
      {phase === 'loading' && <p class="notice">{words.loading}</p>}
      {phase === 'failed' && (
        <div class="notice" role="alert">
          <p>{words.unreachable}</p>
          <button type="button" class="plain" onClick={() => chat.start()}>
            {words.retry}
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
      {isOpen && isByLink && <ByLink state={state} />}
      {isOpen && <AskAssistant state={state} />}
      {isOpen && isClosed && (
        <Rating known={conversation.rating} key={conversation.id} isAsked={isExplaining} setAsked={setExplaining} />
      )}
      {isOpen && (
        <div hidden={isClosed && isExplaining}>
          <Composer />
        </div>
      )}
    </main>
  )
}
