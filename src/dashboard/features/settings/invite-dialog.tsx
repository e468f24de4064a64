import { useEffect, useState } from 'react'
import { createInvitationBody } from '#contract/members.ts'
import type { Role } from '#contract/roles.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { roleNames, rolesUpTo } from './role-names.ts'

interface Invited {
  email: string
  /** The link to pass on; empty if the server mails it. */
  link: string
}

/** Asks whom to invite. If the server sends no mail, it then shows the link, which can be seen only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Invited>()
  const isMailed = invited?.link === ''
  // In an effect, as an invitation that ends after its dialog was closed must not close the next one.
  useEffect(() => {
    if (isMailed) onClose()
  }, [isMailed, onClose])
  if (!invited || isMailed) return <InviteForm onInvited={setInvited} onClose={onClose} />
  return <LinkOnce {...invited} onClose={onClose} />
}

function InviteForm({ onInvited, onClose }: { onInvited: (invited: Invited) => void; onClose: () => void }) {
  const { name, role: ownRole } = useOrganization()
  const defaults = { email: '', role: 'responder' as Role }
  const { form, onError, notice } = useCheckedForm(createInvitationBody, defaults, { fields: ['email'] })
  const { errors, isDirty } = form.formState
  const role = form.watch('role')
  const invite = useSecretMutation('createInvitation', {
    onSecret: (link) => {
      const email = form.getValues('email')
      if (link === '') toast.success(`The invitation goes to ${email} by mail`)
      onInvited({ email, link })
    },
    onError,
  })
  const submit = form.handleSubmit((body) => {
    if (!invite.isPending) invite.mutate({ body })
  })
  const unsaved = isDirty ? 'What you wrote here will be lost.' : undefined
  return (
    <FormDialog
      title={`Invite to ${name}`}
      description="The invitation is good for seven days."
      losing={
        invite.isPending
          ? 'The invitation is being made. If this server sends no mail, its link would be lost.'
          : unsaved
      }
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel="Invite"
      pending={invite.isPending}
      error={notice(invite.error)}
    >
      <FormField label="E-mail" hint="They sign in with it." error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoFocus autoComplete="off" />
      </FormField>
      <Choices
        legend="Role"
        showsLegend
        options={rolesUpTo(ownRole).map((value) => ({
          value,
          title: roleNames[value].label,
          text: roleNames[value].text,
        }))}
        chosen={role}
        onChoose={(chosen) => form.setValue('role', chosen)}
      />
    </FormDialog>
  )
}

function LinkOnce({ email, link, onClose }: Invited & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
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
    </Dialog>
  )
}
