import { useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { updateSourceContentBody } from '#contract/source-content.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { type Content, type EditorProps, useRevision } from './use-revision.ts'

const formSchema = updateSourceContentBody.pick({ title: true, content: true })

/** The form's values. Content that was read from a page or file can't be edited, only its title. */
const toForm = ({ type, title, content }: Content) => (type === 'text' ? { title, content } : { title })

export function TextEditor(props: EditorProps) {
  const isText = props.opened.type === 'text'
  const { form, onError, notice } = useCheckedForm(formSchema, toForm(props.opened))
  const revision = useRevision(props, onError)
  const { errors, isDirty, dirtyFields } = form.formState
  const content = useWatch({ control: form.control, name: 'content' })
  const submit = form.handleSubmit((values) =>
    revision.save({
      ...(isText && { content: values.content }),
      ...(dirtyFields.title && { title: values.title }),
    }),
  )
  const { theirs } = revision
  return (
    <FormDialog
      title={isText ? 'Edit text' : 'Rename'}
      description={isText ? 'The agent answers from the old text until it has learnt the new one.' : undefined}
      size={isText ? 'lg' : 'md'}
      losing={isDirty ? 'What you changed will be lost.' : undefined}
      onClose={props.onClose}
      onSubmit={() => void submit()}
      submitLabel={theirs ? 'Replace theirs' : isText ? 'Save and train' : 'Save'}
      pending={revision.pending}
      disabled={!isDirty}
      error={notice(revision.error)}
    >
      {theirs && (
        <StaleNotice
          theirs={theirs.content ?? ''}
          mine={isText ? (content ?? '') : (theirs.content ?? '')}
          onTake={() => {
            form.reset(toForm(theirs))
            revision.take()
          }}
        />
      )}
      <FormField
        label="Title"
        hint={isText ? 'Visitors see it where an answer is quoted. Left empty, it is made anew.' : undefined}
        error={errors.title?.message}
      >
        <Input {...form.register('title')} autoComplete="off" autoFocus={!isText} />
      </FormField>
      {isText && (
        <FormField
          label="Text"
          error={errors.content?.message}
          aside={<CharacterCount value={content ?? ''} limit={limits.sourceText} />}
          className="min-h-0 flex-1"
        >
          <Textarea {...form.register('content')} rows={14} autoFocus className="min-h-48 flex-1 resize-none" />
        </FormField>
      )}
    </FormDialog>
  )
}
