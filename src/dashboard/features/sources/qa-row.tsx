import Trash2 from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, memo, useState } from 'react'
import type { FieldError, UseFormRegister } from 'react-hook-form'
import { FormField } from '#dashboard/components/form-field.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import type { Pair } from './spreadsheet.ts'

interface QaRowProps {
  index: number
  register: UseFormRegister<{ title?: string | undefined; questions: Pair[] }>
  errors: { question?: FieldError | undefined; answer?: FieldError | undefined } | undefined
  /** Number of times the form was submitted; a row added since then shows no errors yet. */
  submitCount: number
  /** Called when something is pasted into the row, such as cells of a spreadsheet, with the row's index. */
  onPaste?: (event: ClipboardEvent, index: number) => void
  /** Removes the row; undefined for the only row. */
  onRemove?: ((index: number) => void) | undefined
}

/** Fields for one question with its answer. Rows out of view skip layout, as there may be a thousand. */
export const QaRow = memo(function QaRow({ index, register, errors, submitCount, onPaste, onRemove }: QaRowProps) {
  const number = index + 1
  const [addedAt] = useState(submitCount)
  const problems = submitCount > addedAt ? errors : undefined
  return (
    <li
      className="flex gap-2 rounded border border-line p-3 [contain-intrinsic-size:auto_11rem] [content-visibility:auto]"
      onPaste={(event) => onPaste?.(event, index)}
    >
      <span aria-hidden className="w-6 shrink-0 pt-0.5 text-muted text-sm tabular-nums">
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <FormField label={<Numbered word="Question" number={number} />} error={problems?.question?.message}>
          {(field) => (
            <Input {...field} {...register(`questions.${index}.question`)} autoComplete="off" autoFocus={index === 0} />
          )}
        </FormField>
        <FormField label={<Numbered word="Answer" number={number} />} error={problems?.answer?.message}>
          {(field) => <Textarea {...field} {...register(`questions.${index}.answer`)} rows={2} />}
        </FormField>
      </div>
      {onRemove && (
        <IconButton icon={Trash2} size="sm" label={`Remove question ${number}`} onClick={() => onRemove(index)} />
      )}
    </li>
  )
})

function Numbered({ word, number }: { word: string; number: number }) {
  return (
    <>
      {word}
      <span className="sr-only"> {number}</span>
    </>
  )
}
