import ArrowUp from 'lucide-react/icons/arrow-up'
import type { KeyboardEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { codePoints } from '#dashboard/lib/code-points.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'

interface ComposerProps {
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  pending: boolean
}

/** Enter sends, Shift and Enter make a line. */
export function Composer({ value, onChange, onSubmit, pending }: ComposerProps) {
  const tooLong = codePoints(value) > limits.messageContent
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!tooLong) onSubmit()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!tooLong) onSubmit()
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
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-control resize-none max-sm:py-2"
        />
        <IconButton
          scope="conversation:create"
          type="submit"
          variant="primary"
          icon={ArrowUp}
          label={tooLong ? 'Too long to send' : 'Send'}
          keys="enter"
          disabled={tooLong || value.trim() === ''}
          aria-busy={pending || undefined}
        />
      </div>
    </form>
  )
}
