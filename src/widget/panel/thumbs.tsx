/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'
import { CommentForm } from './comment-form.tsx'
import { usePanel } from './context.ts'
import type { Score } from './rated.ts'
import { useAttempt } from './use-attempt.ts'

const DRAWN = {
  good: 'M7 11v9H4v-9h3Zm0 0 4-8c1.5 0 2.5 1 2.5 2.5L13 9h6l1 1-1.5 9-1 1H7',
  bad: 'M7 13V4H4v9h3Zm0 0 4 8c1.5 0 2.5-1 2.5-2.5L13 15h6l1-1-1.5-9-1-1H7',
} as const

interface ThumbsProps {
  messageId: string
  /** How the visitor has rated this answer before. */
  known: Score | undefined
  /** Whether the visitor has written since, and so is asked no more about it. */
  isPast: boolean
  /** Whether the visitor can have a person instead of the AI. */
  canHavePerson: boolean
}

/** Below an answer of the AI: whether it helped; if not, what was wrong, and whether a person is wanted. */
export function Thumbs({ messageId, known, isPast, canHavePerson }: ThumbsProps) {
  const { chat, words } = usePanel()
  const [step, setStep] = useState<'rate' | 'explain' | 'explained'>('rate')
  const { problem, attempt } = useAttempt()
  const isAsking = step !== 'rate' && !isPast
  const status = useRef<HTMLParagraphElement>(null)
  const choose = async (score: Score) => {
    if (score === known && step !== 'rate') return
    if (await attempt(chat.rate({ message_id: messageId, score }))) setStep(score === 'bad' ? 'explain' : 'explained')
  }
  const explain = async (comment: string) => {
    const isKept = comment === '' || (await attempt(chat.rate({ message_id: messageId, score: 'bad', comment })))
    if (!isKept) return
    status.current?.focus() // the form, which has the focus, is taken away
    setStep('explained')
  }
  return (
    <>
      <div class="thumbs">
        {(['good', 'bad'] as const).map((score) => (
          <button
            type="button"
            key={score}
            class="thumb"
            aria-label={words[score]}
            title={words[score]}
            aria-pressed={known === score}
            onClick={() => choose(score)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={DRAWN[score]} />
            </svg>
          </button>
        ))}
        <p role="status" tabIndex={-1} ref={status}>
          {isAsking && words.rated}
        </p>
      </div>
      {isAsking && step === 'explain' && <CommentForm label={words.why} onComment={explain} />}
      {isAsking && known === 'bad' && canHavePerson && (
        <p class="asks">
          {words.getPerson}{' '}
          <button type="button" class="plain" onClick={() => attempt(chat.askForPerson())}>
            {words.person}
          </button>
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
