import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import type { KeyboardEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { isComposed } from '#dashboard/lib/composing.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'

interface ComposerProps {
  autoFocus: boolean
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  /** Cancels the current question; undefined while none is being answered. */
  onStop: (() => void) | undefined
}

/** The text field. Enter sends, Shift and Enter break the line; while a reply is awaited, the button cancels it. */
export function Composer({ autoFocus, value, onChange, onSubmit, onStop }: ComposerProps) {
  const tooLong = trimmedLength(value) > limits.messageContent
  const submit = () => {
    if (!tooLong && !onStop) onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposed(event.nativeEvent)) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="border-line border-t px-4 py-3"
    >
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        <Textarea
          id="playground-message"
          aria-label="Message as a visitor"
          aria-invalid={tooLong || undefined}
          placeholder="Message as a visitor"
          rows={1}
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-control resize-none max-sm:py-2"
        />
        {/* A single button for sending and cancelling, so that it keeps the focus. */}
        <IconButton
          type={onStop ? 'button' : 'submit'}
          variant={onStop ? 'secondary' : 'primary'}
          icon={onStop ? Square : ArrowUp}
          label={onStop ? 'Stop' : tooLong ? 'Too long to send' : 'Send'}
          {...(!onStop && { keys: 'enter' })}
          {...(onStop && { onClick: onStop })}
          disabled={!onStop && (tooLong || value.trim() === '')}
        />
      </div>
    </form>
  )
}
