import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { createInvitationBody } from '#contract/members.ts'
import type { Role } from '#contract/roles.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { Choice } from '#dashboard/components/choice.tsx'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { roleNames, rolesUpTo } from './role-names.ts'

const empty = { email: '', role: 'responder' as Role }

interface Invited {
  email: string
  /** The link to pass on; empty if the server mails it. */
  link: string
}

/**
 * Asks for the e-mail address and role of a person to invite. If the server sends no mail, it then shows the link,
 * which can be seen only once.
 */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Invited>()
  const form = useForm({ resolver: zodResolver(createInvitationBody), defaultValues: empty })
  const { isDirty } = form.formState
  const { close, question } = useDiscard(isDirty && !invited ? 'What you wrote here will be lost.' : undefined, onClose)
  const showLink = ({ email, link }: Invited) => {
    if (link !== '') return setInvited({ email, link })
    toast.success(`The invitation goes to ${email} by mail`)
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      {invited ? (
        <LinkOnce {...invited} onClose={onClose} />
      ) : (
        <InviteForm form={form} onInvited={showLink} onCancel={close} />
      )}
      {question}
    </Dialog>
  )
}

interface InviteFormProps {
  form: UseFormReturn<typeof empty>
  onInvited: (invited: Invited) => void
  onCancel: () => void
}

function InviteForm({ form, onInvited, onCancel }: InviteFormProps) {
  const { id, name, role: ownRole } = useOrganization()
  const group = useId()
  const { errors } = form.formState
  const role = form.watch('role')
  const invite = useSecretMutation('createInvitation', {
    onSecret: (link) => onInvited({ email: form.getValues('email'), link }),
    onError: (error) => applyFieldErrors(error, form.setError, ['email']),
  })
  const submit = form.handleSubmit((body) => {
    if (!invite.isPending) invite.mutate({ params: { organization: id }, body })
  })
  return (
    <DialogContent title={`Invite to ${name}`} description="The invitation is good for seven days.">
      <DialogForm
        onSubmit={() => void submit()}
        onCancel={onCancel}
        submitLabel="Invite"
        pending={invite.isPending}
        error={Object.keys(errors).length === 0 ? invite.error : null}
      >
        <FormField label="E-mail" hint="They sign in with it." error={errors.email?.message}>
          {(field) => <Input {...field} {...form.register('email')} type="email" autoFocus autoComplete="off" />}
        </FormField>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-medium">Role</legend>
          {rolesUpTo(ownRole).map((offered) => (
            <Choice
              key={offered}
              name={group}
              title={roleNames[offered].label}
              text={roleNames[offered].text}
              chosen={role === offered}
              onChoose={() => form.setValue('role', offered)}
            />
          ))}
        </fieldset>
      </DialogForm>
    </DialogContent>
  )
}

function LinkOnce({ email, link, onClose }: Invited & { onClose: () => void }) {
  return (
    <DialogContent
      title="Pass the link on"
      description={`Whoever has it can join as ${email}: send it to them alone. It is shown this once.`}
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        <div className="flex items-center gap-2 rounded border border-line-strong bg-sunken py-1 pr-1 pl-3">
          <output aria-label="Invitation link" className="min-w-0 flex-1 select-all break-all font-mono text-sm">
            {link}
          </output>
          <CopyButton value={link} what="the link" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
