import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import { type ClipboardEvent, useCallback, useState } from 'react'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { qaSourceBody } from '#contract/sources.ts'
import { api } from '#dashboard/api/api.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { Allowance } from './allowance.tsx'
import { EMPTY_PAIR, QaRows, type QaValues } from './qa-rows.tsx'
import { SheetPaste } from './sheet-paste.tsx'
import { isCells, type Pair, readPairs, type SheetPairs, writeCells } from './spreadsheet.ts'

const formSchema = qaSourceBody.pick({ title: true, questions: true })

/** A dialog to add questions with their answers, typed row by row or pasted from a spreadsheet. */
export function QaDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { form, onError, notice } = useCheckedForm(formSchema, { title: '', questions: [EMPTY_PAIR] })
  const rows = useFieldArray({ control: form.control, name: 'questions' })
  const { fields, replace } = rows
  const [pasting, setPasting] = useState(false)
  const [cells, setCells] = useState('')
  /** Whether the cells in the field are those rows of an earlier paste that could not be added. */
  const [isLeft, setIsLeft] = useState(false)
  const { errors, isDirty } = form.formState
  const create = api.createSource.useMutation({
    onSuccess: () => toast.success(`Training on ${counted(form.getValues('questions').length, 'question')} has begun`),
    onError,
  })
  const send = form.handleSubmit((body) => {
    if (!create.isPending)
      create.mutate({ params: { agent: agentId }, body: { type: 'qa', ...body } }, { onSuccess: onClose })
  })

  /** Adds pairs. Returns the rows that could not be added, as text of cells. */
  const addPairs = useCallback(
    ({ pairs, incomplete }: SheetPairs, at: number): string => {
      const { next, over } = withPairs(form.getValues('questions'), pairs, at)
      replace(next)
      return writeCells([...over.map(({ question, answer }) => [question, answer]), ...incomplete])
    },
    [form, replace],
  )
  /** Shows rows that could not be added in the field for cells, to be corrected. */
  const showLeft = useCallback((left: string) => {
    setCells(left)
    setIsLeft(left !== '')
    setPasting(left !== '')
  }, [])
  const addCells = (): boolean => {
    const left = addPairs(readPairs(cells), fields.length - 1)
    showLeft(left)
    return left === ''
  }
  const submit = () => {
    if (!cells.trim() || addCells()) void send()
  }
  const onPaste = useCallback(
    (event: ClipboardEvent, at: number) => {
      const text = event.clipboardData.getData('text/plain')
      if (!isCells(text)) return
      event.preventDefault()
      const left = addPairs(readPairs(text), at)
      if (left) showLeft(cells.trim() ? `${cells}\n${left}` : left)
    },
    [addPairs, showLeft, cells],
  )
  const losing = cells.trim()
    ? 'The cells you pasted are not added yet and'
    : isDirty
      ? 'The questions you wrote'
      : undefined
  return (
    <FormDialog
      title="Questions and answers"
      description="The agent answers these, and questions that mean the same, in your words."
      size="lg"
      losing={losing && `${losing} will be lost.`}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Add and train"
      pending={create.isPending}
      error={notice(create.error)}
      note={<Budget control={form.control} />}
    >
      <FormField label="Title" optional hint="Left empty, it is the first question." error={errors.title?.message}>
        <Input {...form.register('title')} autoComplete="off" />
      </FormField>
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted text-sm" aria-live="polite">
          {counted(fields.length, 'row')}
        </p>
        <Button size="sm" onClick={() => setPasting(!pasting)} aria-expanded={pasting}>
          <ClipboardPaste aria-hidden /> Paste from a spreadsheet
        </Button>
      </div>
      {pasting && (
        <SheetPaste
          text={cells}
          onChange={(text) => {
            setCells(text)
            setIsLeft(false)
          }}
          onAdd={addCells}
          isLeft={isLeft}
        />
      )}
      <QaRows form={form} rows={rows} onPaste={onPaste} />
    </FormDialog>
  )
}

function Budget({ control }: { control: Control<QaValues> }) {
  return <Allowance quota="text_characters" wanted={sizeOf(useWatch({ control, name: 'questions' }))} />
}

/** Inserts pairs after the row `at`, or in its place if it is empty. Those beyond the limit are in `over`. */
function withPairs(current: readonly Pair[], pairs: readonly Pair[], at: number): { next: Pair[]; over: Pair[] } {
  const row = current[at]
  const replaced = pairs.length > 0 && row && !row.question.trim() && !row.answer.trim() ? 1 : 0
  const room = limits.questionsPerSource - current.length + replaced
  const next = current.toSpliced(replaced ? at : at + 1, replaced, ...pairs.slice(0, room))
  return { next, over: pairs.slice(room) }
}

function sizeOf(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { question, answer }) => sum + trimmedLength(question) + trimmedLength(answer), 0)
}
