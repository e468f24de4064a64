/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks'
import { greetingIn } from '#contract/greetings.ts'
import { ActionForm } from './action-form.tsx'
import { arrivals } from './arrivals.ts'
import { usePanel } from './context.ts'
import type { Words } from './locales/en.ts'
import { Link, Markdown } from './markdown.tsx'
import type { Item, Message, State, Unsent } from './types.ts'
import { useEnd } from './use-end.ts'

/** The conversation; as long as it is empty, the greeting and questions to begin with. */
export function Thread({ state, isInert }: { state: State; isInert: boolean }) {
  const { chat, words, language } = usePanel()
  const box = useRef<HTMLDivElement>(null)
  const { widget, items, unsent, conversation } = state
  const isFresh = items.length === 0
  const arrived = arrivals(items)
  const last = items.at(-1)
  const isAwaited =
    conversation?.status === 'open' &&
    conversation.response_mode === 'ai' &&
    last !== undefined &&
    'message' in last &&
    last.message.role === 'visitor'

  const { stayAtEnd, noteEnd } = useEnd(box)
  // Whoever writes wants to see it, wherever they were.
  useEffect(() => {
    if (unsent.length > 0) stayAtEnd()
  }, [unsent.length, stayAtEnd])

  return (
    <div
      class="thread"
      ref={box}
      inert={isInert}
      role="log"
      aria-live="polite"
      aria-label={words.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      onScroll={noteEnd}
    >
      {isFresh && widget && (
        <div class="message theirs">
          {widget.ai && <AiMark />}
          <Markdown text={greetingIn(language, widget.greeting, widget.ai)} />
        </div>
      )}
      {items.map((item) =>
        'message' in item ? (
          <Said
            key={item.position}
            message={item.message}
            arrived={arrived.get(item.position)}
            isLast={item === last}
          />
        ) : (
          <Mark key={item.position} item={item} words={words} />
        ),
      )}
      {unsent.map((message) => (
        <Pending key={message.id} message={message} />
      ))}
      {state.reply && (
        // Screen readers read the reply out when it is finished, not word by word.
        <div class="message theirs" aria-live="off">
          <AiMark />
          <Markdown text={state.reply.text} />
        </div>
      )}
      {state.writer !== null && <p class="mark">{words.writing.replace('{name}', () => state.writer ?? '')}</p>}
      {isAwaited && !state.reply && <p class="mark">{words.typing}</p>}
      {isFresh && unsent.length === 0 && widget && widget.starters.length > 0 && (
        <div class="starters">
          {widget.starters.map((starter) => (
            <button type="button" class="starter" dir="auto" key={starter} onClick={() => chat.send(starter)}>
              {starter}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

interface SaidProps {
  message: Message
  arrived: string | undefined
  isLast: boolean
}

/** A message; before it, a line that `arrived`, its author, has joined, if this is their first one. */
function Said({ message, arrived, isLast }: SaidProps) {
  const { words } = usePanel()
  const isOwn = message.role === 'visitor'
  return (
    <>
      {arrived !== undefined && <p class="mark">{words.joined.replace('{name}', () => arrived)}</p>}
      <div class={`message ${isOwn ? 'own' : 'theirs'}`}>
        {isOwn && <span class="unseen">{words.you}: </span>}
        {message.role === 'assistant' && <AiMark />}
        {message.author && <span class="author">{message.author.name}</span>}
        {isOwn ? <p dir="auto">{message.content}</p> : <Markdown text={message.content} />}
        {isOwn && isLast && <small>{words.done}</small>}
        {message.action && <ActionForm messageId={message.id} action={message.action} />}
        {message.sources.length > 0 && (
          <p class="sources">
            {words.sources}:{' '}
            {message.sources.map(({ url, title }) => (
              <Link key={url} href={url}>
                {title || url}
              </Link>
            ))}
          </p>
        )}
      </div>
    </>
  )
}

/** Says, for the eye and for the ear, that what follows was written by the AI. */
function AiMark() {
  const { words } = usePanel()
  return (
    <span class="ai">
      <span aria-hidden="true">{words.ai}</span>
      <span class="unseen">{words.aiWrote}: </span>
    </span>
  )
}

function Pending({ message }: { message: Unsent }) {
  const { chat, words } = usePanel()
  return (
    <div class="message own">
      <p dir="auto">{message.content}</p>
      {message.problem === null ? (
        <small>{words.sending}</small>
      ) : (
        <small role="alert">
          {words.failed} {isClosedFor(message.problem) && words.unreachable}{' '}
          <button type="button" class="link" onClick={() => chat.sendAgain(message.id)}>
            {words.retry}
          </button>{' '}
          <button type="button" class="link" onClick={() => chat.forget(message.id)}>
            {words.discard}
          </button>
        </small>
      )}
    </div>
  )
}

/** Whether a status says that the agent is disabled or deleted. */
const isClosedFor = (status: number): boolean => status === 423 || status === 404

function Mark({ item, words }: { item: Exclude<Item, { message: Message }>; words: Words }) {
  const { type, author } = item.event
  const joined = author ? words.joined.replace('{name}', () => author.name) : words.handedOver
  const text = { handed_over: joined, given_back: words.back, closed: words.closed, reopened: words.reopened }[type]
  return <p class="mark">{text}</p>
}
