import { zodResolver } from '@hookform/resolvers/zod'
import Plus from 'lucide-react/icons/plus'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { qaSourceBody } from '#contract/sources.ts'
import { placeErrors } from '#dashboard/api/field-errors.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { QaRow } from './qa-row.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { type Content, type EditorProps, useRevision } from './use-revision.ts'
import { asText } from './written-text.ts'

const formSchema = qaSourceBody.pick({ title: true, questions: true })
const toForm = ({ title, questions = [] }: Content) => ({ title, questions })

/** A dialog to edit questions and answers. */
export function QuestionsEditor(props: EditorProps) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: toForm(props.opened) })
  const { onError, notice } = placeErrors(form.setError, ['title', 'questions'])
  const revision = useRevision(props, onError)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'questions' })
  const { errors, isDirty, dirtyFields, submitCount } = form.formState
  const mine = useWatch({ control: form.control, name: 'questions' })
  const submit = form.handleSubmit(({ title, questions }) =>
    revision.save({ questions, ...(dirtyFields.title && { title }) }),
  )
  const { theirs } = revision
  return (
    <FormDialog
      title="Edit questions and answers"
      description="The agent answers from the old ones until it has learnt the new ones."
      size="lg"
      losing={isDirty ? 'What you changed will be lost.' : undefined}
      onClose={props.onClose}
      onSubmit={() => void submit()}
      submitLabel={theirs ? 'Replace theirs' : 'Save and train'}
      pending={revision.pending}
      disabled={!isDirty}
      error={notice(revision.error)}
    >
      {theirs && (
        <StaleNotice
          theirs={asText(theirs)}
          mine={asText({ questions: mine })}
          onTake={() => {
            form.reset(toForm(theirs))
            revision.take()
          }}
        />
      )}
      <FormField label="Title" hint="Left empty, it is the first question." error={errors.title?.message}>
        {(field) => <Input {...field} {...form.register('title')} autoComplete="off" />}
      </FormField>
      <ol className="flex flex-col gap-3">
        {fields.map((row, index) => (
          <QaRow
            key={row.id}
            index={index}
            register={form.register}
            errors={errors.questions?.[index]}
            submitCount={submitCount}
            onRemove={fields.length > 1 ? remove : undefined}
          />
        ))}
      </ol>
      <div>
        <Button
          size="sm"
          disabled={fields.length >= limits.questionsPerSource}
          onClick={() => append({ question: '', answer: '' })}
        >
          <Plus aria-hidden /> Add a question
        </Button>
      </div>
    </FormDialog>
  )
}
