import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { ClipboardPaste, Plus } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { qaSourceBody } from '#contract/sources.ts'
import { api } from '#dashboard/api/api.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { codePoints } from '#dashboard/lib/code-points.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { Allowance } from './allowance.tsx'
import { QaRow } from './qa-row.tsx'
import { SheetPaste } from './sheet-paste.tsx'
import { isCells, type Pair, readPairs } from './spreadsheet.ts'

const formSchema = qaSourceBody.pick({ title: true, questions: true })
const EMPTY: Pair = { question: '', answer: '' }

/** Questions with their answers, typed row by row or pasted from a spreadsheet. */
export function QaDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { title: '', questions: [EMPTY] },
    mode: 'onTouched',
  })
  const rows = useFieldArray({ control: form.control, name: 'questions' })
  const [pasting, setPasting] = useState(false)
  const [incomplete, setIncomplete] = useState(0)
  const { errors } = form.formState
  const create = useMutation({
    ...api.createSource.mutationOptions(),
    onSuccess: () => {
      toast.success(`Training on ${counted(form.getValues('questions').length, 'question')} has begun`)
      onClose()
    },
    onError: (error) => applyFieldErrors(error, form.setError, ['title', 'questions']),
  })
  const submit = form.handleSubmit((body) => {
    if (!create.isPending) create.mutate({ params: { agent: agentId }, body: { type: 'qa', ...body } })
  })

  /** Puts pairs in the place of the row they were pasted into, if that is empty, and after it otherwise. */
  const addPairs = (pairs: Pair[], at: number) => {
    const current = form.getValues('questions')
    const isEmpty = current[at] && !current[at].question.trim() && !current[at].answer.trim()
    const next = current.toSpliced(isEmpty ? at : at + 1, isEmpty ? 1 : 0, ...pairs)
    rows.replace(next.slice(0, limits.questionsPerSource))
    if (next.length > limits.questionsPerSource)
      toast.error(`A source holds ${limits.questionsPerSource.toLocaleString()} questions`, {
        description: `${counted(next.length - limits.questionsPerSource, 'row')} left out: add them as another source.`,
      })
  }
  const onPaste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isCells(text)) return
    event.preventDefault()
    const sheet = readPairs(text)
    addPairs(sheet.pairs, at)
    setIncomplete(sheet.incomplete)
  }

  const filled = form.watch('questions').filter(({ question, answer }) => question.trim() || answer.trim()).length
  const { close, question } = useDiscard(
    filled > 0 ? `${counted(filled, 'question')} you wrote will be lost.` : undefined,
    onClose,
  )
  const full = rows.fields.length >= limits.questionsPerSource
  const unplaced = create.error && Object.keys(errors).length === 0
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title="Questions and answers"
        description="The agent answers these, and questions that mean the same, in your words."
        size="lg"
      >
        <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="flex flex-col gap-4">
            <FormField
              label="Title"
              optional
              hint="Left empty, it is the first question."
              error={errors.title?.message}
            >
              {(field) => <Input {...field} {...form.register('title')} autoComplete="off" />}
            </FormField>
            <div className="flex items-center justify-between gap-2">
              <p className="text-muted text-sm" aria-live="polite">
                {counted(rows.fields.length, 'row')}
                {incomplete > 0 && ` · ${counted(incomplete, 'pasted row')} without an answer left out`}
              </p>
              <Button size="sm" onClick={() => setPasting(!pasting)} aria-expanded={pasting}>
                <ClipboardPaste aria-hidden /> Paste from a spreadsheet
              </Button>
            </div>
            {pasting && (
              <SheetPaste
                onAdd={(sheet) => {
                  addPairs(sheet.pairs, rows.fields.length - 1)
                  setIncomplete(sheet.incomplete)
                  setPasting(false)
                }}
              />
            )}
            <ol className="flex flex-col gap-3">
              {rows.fields.map((row, index) => (
                <QaRow
                  key={row.id}
                  index={index}
                  register={form.register}
                  errors={errors.questions?.[index]}
                  onPaste={onPaste}
                  onRemove={rows.fields.length > 1 ? () => rows.remove(index) : undefined}
                />
              ))}
            </ol>
            <div>
              <Button size="sm" disabled={full} onClick={() => rows.append(EMPTY)}>
                <Plus aria-hidden /> Add a question
              </Button>
            </div>
            {unplaced && <ErrorNotice error={create.error} onRetry={() => void submit()} />}
          </DialogBody>
          <DialogFooter>
            <Allowance quota="text_characters" wanted={sizeOf(form.watch('questions'))} />
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" pending={create.isPending}>
              Add and train
            </Button>
          </DialogFooter>
        </form>
        {question}
      </DialogContent>
    </Dialog>
  )
}

function sizeOf(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { question, answer }) => sum + codePoints(question) + codePoints(answer), 0)
}
