import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, memo, useState } from 'react'
import type { FieldError, UseFieldArrayReturn, UseFormRegister, UseFormReturn } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import type { Pair } from './spreadsheet.ts'

export interface QaValues {
  title?: string | undefined
  questions: Pair[]
}

export const EMPTY_PAIR: Pair = { question: '', answer: '' }

interface QaRowsProps {
  form: UseFormReturn<QaValues>
  rows: UseFieldArrayReturn<QaValues, 'questions'>
  /** Called when something is pasted into a row, such as cells of a spreadsheet, with the row's index. */
  onPaste?: (event: ClipboardEvent, index: number) => void
}

export function QaRows({ form, rows: { fields, append, remove }, onPaste }: QaRowsProps) {
  const { errors, submitCount } = form.formState
  return (
    <>
      <ol className="flex flex-col gap-3">
        {fields.map((row, index) => (
          <QaRow
            key={row.id}
            index={index}
            register={form.register}
            errors={errors.questions?.[index]}
            submitCount={submitCount}
            onPaste={onPaste}
            onRemove={fields.length > 1 ? remove : undefined}
          />
        ))}
      </ol>
      <div>
        <Button size="sm" disabled={fields.length >= limits.questionsPerSource} onClick={() => append(EMPTY_PAIR)}>
          <Plus aria-hidden /> Add a question
        </Button>
      </div>
    </>
  )
}

interface QaRowProps extends Pick<QaRowsProps, 'onPaste'> {
  index: number
  register: UseFormRegister<QaValues>
  errors: { question?: FieldError | undefined; answer?: FieldError | undefined } | undefined
  /** Number of times the form was submitted; a row added since then shows no errors yet. */
  submitCount: number
  /** Removes the row; undefined for the only row. */
  onRemove?: ((index: number) => void) | undefined
}

/** Fields for one question with its answer. Rows out of view skip layout, as there may be a thousand. */
const QaRow = memo(function QaRow({ index, register, errors, submitCount, onPaste, onRemove }: QaRowProps) {
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
          <Input {...register(`questions.${index}.question`)} autoComplete="off" autoFocus={index === 0} />
        </FormField>
        <FormField label={<Numbered word="Answer" number={number} />} error={problems?.answer?.message}>
          <Textarea {...register(`questions.${index}.answer`)} rows={2} />
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
