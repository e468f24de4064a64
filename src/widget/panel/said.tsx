/** @jsxImportSource preact */
import { namesOfFiles } from '#contract/names-of-files.ts'
import { ActionForm } from './action-form.tsx'
import { usePanel } from './context.ts'
import { Files } from './files.tsx'
import { Link, Markdown } from './markdown.tsx'
import { Offer } from './offer.tsx'
import { Thumbs } from './thumbs.tsx'
import { clockTime } from './times.ts'
import type { Item, Message, State } from './types.ts'

interface SaidProps {
  item: Extract<Item, { message: unknown }>
  /** The name of its author, if this is the first message since they have joined. */
  arrived: string | undefined
  isLast: boolean
  /** Whether the visitor has written since. */
  isPast: boolean
  /** Whether the visitor can say if it helped. */
  isJudged: boolean
  state: State
}

/** A message; before it, a line that its author has joined, if they have. */
export function Said({ item: { message, at }, arrived, isLast, isPast, isJudged, state }: SaidProps) {
  const { words } = usePanel()
  const isOwn = message.role === 'visitor'
  const { widget, conversation, rated } = state
  const canHavePerson = widget?.people === true && conversation?.response_mode === 'ai'
  const isOffer = isLast && message.offer === 'person' && canHavePerson
  return (
    <>
      {arrived !== undefined && <p class="mark">{words.joined.replace('{name}', () => arrived)}</p>}
      {/* It takes the focus when it is tapped, which shows its time. */}
      <div class={`message ${isOwn ? 'own' : 'theirs'}`} tabIndex={-1}>
        {isOwn && <span class="unseen">{words.you}: </span>}
        <div class="by">
          {message.role === 'assistant' && <AiMark />}
          {message.author && <span class="author">{message.author.name}</span>}
          <Clock at={at} />
        </div>
        <Files files={message.attachments} />
        {hasWords(message) &&
          (isOwn ? (
            <p dir="auto">{message.content}</p>
          ) : (
            <Markdown text={message.content} sources={message.sources} cited={message.cited} />
          ))}
        {isOwn && isLast && <small>{words.done}</small>}
        {message.action && <ActionForm messageId={message.id} action={message.action} />}
        {message.sources.length > 0 && (
          <p class="sources">
            {words.sources}:{' '}
            {message.sources.map(({ url, title }, at) => (
              <Link key={url} href={url}>
                {message.cited.length > 0 && `${at + 1} `}
                {title || url}
              </Link>
            ))}
          </p>
        )}
        {isOffer && <Offer messageId={message.id} />}
        {isJudged && <Thumbs messageId={message.id} known={rated.get(message.id)} {...{ isPast, canHavePerson }} />}
      </div>
    </>
  )
}

/** Whether there is more to read than the names of the files that are shown. */
const hasWords = ({ content, attachments }: Message): boolean =>
  attachments.length === 0 || content !== namesOfFiles(attachments)

/** The time of a message: always there to be heard, and seen while the message is pointed at, tapped, or in focus. */
function Clock({ at }: { at: string }) {
  const { language } = usePanel()
  return (
    <time class="clock" dateTime={at}>
      {clockTime(at, language)}
    </time>
  )
}

/** Says, for the eye and for the ear, that what follows was written by the AI. */
export function AiMark() {
  const { words } = usePanel()
  return (
    <span class="ai">
      <span aria-hidden="true">{words.ai}</span>
      <span class="unseen">{words.aiWrote}: </span>
    </span>
  )
}
