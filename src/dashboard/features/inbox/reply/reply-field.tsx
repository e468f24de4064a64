import MessageSquareText from 'lucide-react/icons/message-square-text'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { isComposed } from '#dashboard/lib/composing.ts'
import { late } from '#dashboard/lib/late.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { focusOpenThread } from '../thread/open-thread.ts'
import { type Known, type Placeholder, unfilledIn } from './placeholders.ts'
import type { PickerKeys } from './saved-reply-picker.tsx'
import { slashAt, wordsFrom } from './slash.ts'

interface ReplyFieldProps {
  text: string
  onWrite: (text: string) => void
  unfilled: readonly Placeholder[]
  known: Omit<Known, 'member.name'>
  visitor: string
  hintId: string
  isTooLong: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onFocus: (hasFocus: boolean) => void
  children: ReactNode
}

const SavedReplyPicker = late(() => import('./saved-reply-picker.tsx'), 'SavedReplyPicker')
const UnfilledMarks = late(() => import('./unfilled-notice.tsx'), 'UnfilledMarks')
const UnfilledNotice = late(() => import('./unfilled-notice.tsx'), 'UnfilledNotice')

/** The field of a reply. A `/` that begins an otherwise empty line, or a button, opens the list of saved replies. */
export function ReplyField(props: ReplyFieldProps) {
  const { text, onWrite, unfilled, known, visitor, hintId, isTooLong, field, onFocus, children } = props
  const listId = useId()
  const [caret, setCaret] = useState(0)
  // The caret's index when the button was pressed, and the index of a slash whose list was closed.
  const [askedAt, setAskedAt] = useState<number>()
  const [closedAt, setClosedAt] = useState<number>()
  const [activeId, setActiveId] = useState<string>()
  const keys = useRef<PickerKeys>(null)
  const asked = askedAt === undefined ? undefined : wordsFrom(text, askedAt, caret)
  const slash = slashAt(text, caret)
  const wanted = asked ?? (slash && slash.start !== closedAt ? slash : undefined)

  const close = () => {
    setAskedAt(undefined)
    setClosedAt(slash?.start)
  }
  const moveTo = (at: number, text: string) => {
    setCaret(at)
    if (askedAt !== undefined && !wordsFrom(text, askedAt, at)) setAskedAt(undefined)
    if (!slashAt(text, at)) setClosedAt(undefined)
  }
  const pick = (content: string) => {
    if (!wanted) return
    const end = wanted.start + content.length
    onWrite(text.slice(0, wanted.start) + content + text.slice(caret))
    close()
    const [first] = unfilledIn(content)
    const [from, to] = first ? [wanted.start + first.start, wanted.start + first.end] : [end, end]
    // The field contains the text only after React has rendered it.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(from, to)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return
    if (wanted && event.key === 'Escape') close()
    else if (wanted && keys.current?.onKey(event)) {
      // The open list of saved replies has handled the key.
    } else {
      if (event.key === 'Escape') focusOpenThread()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it closes the list when the focus leaves */}
      <div
        className="relative"
        onBlur={({ currentTarget, relatedTarget }) =>
          relatedTarget && !currentTarget.contains(relatedTarget) && close()
        }
      >
        <Textarea
          ref={field}
          rows={2}
          value={text}
          onChange={({ target }) => {
            onWrite(target.value)
            moveTo(target.selectionStart, target.value)
          }}
          onSelect={({ currentTarget }) => moveTo(currentTarget.selectionStart, currentTarget.value)}
          onFocus={() => onFocus(true)}
          // When the window or tab loses the focus, the field stays the active element and gets the focus back.
          onBlur={() => onFocus(document.activeElement === field.current)}
          onKeyDown={onKeyDown}
          aria-label={`Reply to ${visitor}`}
          aria-describedby={hintId}
          aria-invalid={isTooLong || undefined}
          aria-autocomplete="list"
          {...(wanted && activeId && { 'aria-controls': listId, 'aria-activedescendant': activeId })}
          placeholder={`Reply to ${visitor}`}
          className="field-sizing-content max-h-60 min-h-14 resize-none"
        />
        {unfilled.length > 0 && <UnfilledMarks text={text} unfilled={unfilled} field={field} />}
        {wanted && (
          <SavedReplyPicker
            id={listId}
            words={wanted.words}
            known={known}
            keys={keys}
            onActive={setActiveId}
            onPick={pick}
          />
        )}
      </div>
      {unfilled.length > 0 && <UnfilledNotice unfilled={unfilled} onShow={() => showFirst(field, unfilled)} />}
      <div className="flex items-center gap-3">
        <IconButton
          icon={MessageSquareText}
          label="Saved replies"
          keys="/"
          aria-haspopup="listbox"
          aria-expanded={wanted !== undefined}
          onPointerEnter={SavedReplyPicker.preload}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus()
            if (wanted) return close()
            const at = field.current?.selectionStart ?? text.length
            setCaret(at)
            setAskedAt(at)
          }}
        />
        {children}
      </div>
    </>
  )
}

/** Selects the first placeholder in the field, so that writing replaces it. */
export function showFirst(field: RefObject<HTMLTextAreaElement | null>, [first]: readonly Placeholder[]): void {
  if (!first) return
  field.current?.focus()
  field.current?.setSelectionRange(first.start, first.end)
}
