/** @jsxImportSource preact */
import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { greetingIn } from '#contract/greetings.ts'
import { arrivals } from './arrivals.ts'
import { usePanel } from './context.ts'
import { Files } from './files.tsx'
import type { Words } from './locales/en.ts'
import { Markdown } from './markdown.tsx'
import { AiMark, Said } from './said.tsx'
import { dayName, isSameDay } from './times.ts'
import type { Item, Message, State, Unsent } from './types.ts'
import { notYetIn } from './unsent.ts'
import { useEnd } from './use-end.ts'

/** The conversation; as long as it is empty, the greeting and questions to begin with. */
export function Thread({ state, isInert }: { state: State; isInert: boolean }) {
  const { chat, words, language } = usePanel()
  const box = useRef<HTMLDivElement>(null)
  const { widget, items, conversation } = state
  const unsent = notYetIn(items, state.unsent)
  const isFresh = items.length === 0
  const arrived = arrivals(items)
  const last = items.at(-1)
  const lastOwn = items.findLastIndex((item) => 'message' in item && item.message.role === 'visitor')

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
      {items.map((item, index) => {
        const previous = items[index - 1]
        const startsDay = !previous || !isSameDay(previous.at, item.at)
        return (
          <Fragment key={item.position}>
            {startsDay && <p class="mark">{dayName(item.at, language)}</p>}
            {'message' in item ? (
              <Said
                item={item}
                arrived={arrived.get(item.position)}
                isLast={item === last}
                isPast={index < lastOwn}
                isJudged={previous !== undefined && isAnswer(item, items[index + 1])} // the first is the greeting
                state={state}
              />
            ) : (
              !isToldBy(previous, item) && <Mark item={item} words={words} />
            )}
          </Fragment>
        )
      })}
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
      {conversation?.reply && !state.reply && <p class="mark">{words.typing}</p>}
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

function Pending({ message }: { message: Unsent }) {
  const { chat, words } = usePanel()
  return (
    <div class="message own">
      <Files files={message.files} />
      {message.content !== '' && <p dir="auto">{message.content}</p>}
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

/** Whether an item can be rated, and is neither a form to fill in nor what the AI says as it hands over. */
function isAnswer(item: Item, next: Item | undefined): boolean {
  if (!('message' in item) || !item.message.rateable || item.message.action?.status === 'pending') return false
  return !(next && 'event' in next && next.event.type === 'handed_over' && next.event.author === null)
}

/** Whether the AI has just said in its own words what an event tells: that a person takes over. */
const isToldBy = (previous: Item | undefined, { event }: Exclude<Item, { message: Message }>): boolean =>
  event.tells_when && previous !== undefined && 'message' in previous && previous.message.role === 'assistant'

/** Whether a status says that the agent is disabled or deleted. */
const isClosedFor = (status: number): boolean => status === 423 || status === 404

function Mark({ item, words }: { item: Exclude<Item, { message: Message }>; words: Words }) {
  const { type, author } = item.event
  const joined = author ? words.joined.replace('{name}', () => author.name) : words.handedOver
  const text = { handed_over: joined, given_back: words.back, closed: words.closed, reopened: words.reopened }[type]
  return <p class="mark">{text}</p>
}
