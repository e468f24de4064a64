import type { Data } from '#contract/index.ts'
import { createSavedReplyBody } from '#contract/saved-replies.ts'
import { api } from '#dashboard/api/api.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { CheckboxLine } from '../checkbox-line.tsx'

interface SavedReplyDialogProps {
  /** The reply to change; undefined for a new one. */
  reply: Data<'listSavedReplies'>[number] | undefined
  onClose: () => void
}

const PLACEHOLDERS = '{{visitor.name|there}}, {{visitor.email}}, {{member.name}} and {{agent.name}}'

export function SavedReplyDialog({ reply, onClose }: SavedReplyDialogProps) {
  const { title = '', content = '', is_shared = false } = reply ?? {}
  const defaults = { title, content, is_shared }
  const { form, onError, notice } = useCheckedForm(createSavedReplyBody, defaults, { fields: ['title', 'content'] })
  const { errors, isDirty } = form.formState
  const create = api.createSavedReply.useMutation({ onError })
  const update = api.updateSavedReply.useMutation({ onError })
  const { isPending, error } = reply ? update : create
  const submit = form.handleSubmit((body) => {
    if (isPending) return
    if (reply) update.mutate({ params: { reply: reply.id }, body }, { onSuccess: onClose })
    else create.mutate({ body }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      title={reply ? `Change ${reply.title}` : 'New saved reply'}
      losing={isDirty ? 'What you wrote here will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={reply ? 'Save' : 'Save reply'}
      pending={isPending}
      error={notice(error)}
    >
      <FormField label="Title" hint="What you search for." error={errors.title?.message}>
        <Input {...form.register('title')} autoFocus autoComplete="off" />
      </FormField>
      <FormField
        label="Text"
        hint={`${PLACEHOLDERS} are filled in; what follows | stands where nothing is known.`}
        error={errors.content?.message}
      >
        <Textarea {...form.register('content')} rows={6} dir="auto" />
      </FormField>
      <CheckboxLine
        {...form.register('is_shared')}
        label="Share with everybody"
        hint="Owners and admins may change and delete it then."
      />
    </FormDialog>
  )
}
