import type { UseFormReturn } from 'react-hook-form'
import { api } from '#dashboard/api/api.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { AccountFields } from './account-fields.tsx'
import type { Mailbox, MailboxForm } from './mailbox-form.ts'

/** The choice of the mail server by which a mailbox's mail goes out, and the account on one of its own. */
export function SendsBy({ form, mailbox }: { form: UseFormReturn<MailboxForm>; mailbox: Mailbox | undefined }) {
  const sendsMail = api.getStart.useQuery().data?.sends_mail
  const sends = form.watch('sends')
  return (
    <>
      <Choices
        legend="Send by"
        showsLegend
        options={[
          {
            value: 'installation',
            title: 'This installation’s mail server',
            text:
              sendsMail === false
                ? 'It has none yet, so no answer would be mailed. Whoever runs it can set SMTP_URL and MAIL_FROM.'
                : 'Mails come from the installation’s address, with this mailbox’s name; answers to them reach this mailbox.',
          },
          {
            value: 'own',
            title: 'A mail server of your own',
            text: 'Mails come from this mailbox’s address.',
          },
        ]}
        chosen={sends}
        onChoose={(value) => form.setValue('sends', value, { shouldDirty: true })}
      />
      {sends === 'own' && <AccountFields form={form} side="outgoing" mailbox={mailbox} />}
    </>
  )
}
