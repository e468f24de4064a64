import CircleCheck from 'lucide-react/icons/circle-check'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#dashboard/ui/button.tsx'
import { companyName, useCompanies, useSignIn } from './away.ts'
import type { MailboxForm } from './mailbox-form.ts'
import type { ProviderName } from './providers.ts'

/** Buttons that lead to where one signs in to a mailbox without giving its password, or that somebody has. */
export function SignInButtons({ form, provider }: { form: UseFormReturn<MailboxForm>; provider: ProviderName }) {
  const { start, isPending } = useSignIn()
  const companies = useCompanies(provider)
  const { grant, company } = form.watch()
  if (grant !== '')
    return (
      <p role="status" className="flex flex-wrap items-center gap-2">
        <CircleCheck aria-hidden className="size-4 text-success" />
        You signed in with {companyName(company)}. No password is needed.
        <Button size="sm" onClick={() => form.setValue('grant', '')}>
          Use a password
        </Button>
      </p>
    )
  const withoutPasswords = (values: MailboxForm): MailboxForm => ({
    ...values,
    incoming: { ...values.incoming, auth: '' },
    outgoing: { ...values.outgoing, auth: '' },
  })
  return companies.map((each) => (
    <Button
      key={each}
      className="self-start"
      pending={isPending}
      onClick={() => start({ company: each, form: withoutPasswords(form.getValues()), provider, mailboxId: null })}
    >
      Sign in with {companyName(each)}
    </Button>
  ))
}
