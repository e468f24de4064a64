import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Input } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { away, companyName, type Returned, refusalOf, useSignIn } from './away.ts'
import type { Mailbox } from './mailbox-form.ts'

/** The company at which somebody signed in to a mailbox; undefined if its passwords are kept. */
const companyOf = ({ incoming, outgoing }: Mailbox): string | undefined =>
  [incoming, outgoing].flatMap((side) =>
    side && 'auth' in side && side.auth.type === 'oauth' ? [side.auth.provider] : [],
  )[0]

/** A button that leads to where one signs in to a mailbox whose access has ended. */
export function SignInAgain({ mailbox }: { mailbox: Mailbox }) {
  const { start, isPending } = useSignIn()
  const company = companyOf(mailbox)
  if (!company) return null
  return (
    <Button
      size="sm"
      pending={isPending}
      onClick={() => start({ company, form: null, provider: 'other', mailboxId: mailbox.id })}
    >
      Sign in with {companyName(company)} again <span className="sr-only">to {mailbox.address}</span>
    </Button>
  )
}

/** Gives a mailbox what signing in to it anew has brought, and leads back to the list. */
export function GrantAgain({ mailbox, returned }: { mailbox: Mailbox; returned: Returned }) {
  const navigate = useNavigate()
  const update = api.updateMailbox.useMutation({
    onSuccess: () => toast.success(`${mailbox.address} is signed in to again`),
    onError: (error) => tellError(error, 'The mailbox was not changed'),
  })
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    away.set(null)
    const refusal = refusalOf(returned)
    if (refusal !== null) toast.error(refusal)
    else if (returned.grant !== undefined)
      update.mutate({ params: { mailbox: mailbox.id }, body: bodyOf(mailbox, returned.grant) })
    void navigate({ to: '/settings/mailboxes', replace: true })
  }, [mailbox, navigate, returned, update])
  return null
}

/** The sides that were signed in to, with another grant. */
function bodyOf({ incoming, outgoing }: Mailbox, grant: string): Input<'updateMailbox'>['body'] {
  const auth = { type: 'oauth' as const, grant }
  return {
    ...(incoming?.type === 'imap' && incoming.auth.type === 'oauth' && { incoming: { ...incoming, auth } }),
    ...(outgoing?.auth.type === 'oauth' && { outgoing: { ...outgoing, auth } }),
  }
}
