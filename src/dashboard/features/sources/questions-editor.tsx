import { useFieldArray, useWatch } from 'react-hook-form'
import { qaSourceBody } from '#contract/sources.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { QaRows } from './qa-rows.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { type Content, type EditorProps, useRevision } from './use-revision.ts'
import { asText } from './written-text.ts'

const formSchema = qaSourceBody.pick({ title: true, questions: true })
const toForm = ({ title, questions = [] }: Content) => ({ title, questions })

export function QuestionsEditor(props: EditorProps) {
  const { form, onError, notice } = useCheckedForm(formSchema, toForm(props.opened))
  const revision = useRevision(props, onError)
  const rows = useFieldArray({ control: form.control, name: 'questions' })
  const { errors, isDirty, dirtyFields } = form.formState
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
        <Input {...form.register('title')} autoComplete="off" />
      </FormField>
      <QaRows form={form} rows={rows} />
    </FormDialog>
  )
}
