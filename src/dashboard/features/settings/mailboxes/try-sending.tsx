import { useMutation } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type Mailbox, type MailboxForm, testOf } from './mailbox-form.ts'

interface TrySendingProps {
  form: UseFormReturn<MailboxForm>
  /** The mailbox as it is stored; undefined for a new one. */
  mailbox: Mailbox | undefined
}

/** A button that tries whether the mailbox could send as the form says, and what came of it until that is changed. */
export function TrySending({ form, mailbox }: TrySendingProps) {
  const { id: organization } = useOrganization()
  const [tried, setTried] = useState<string>()
  const values = form.watch()
  const test = useMutation({
    ...api.testMailbox.mutationOptions(),
    onError: (error) => tellError(error, 'It was not tested'),
  })
  async function start() {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    const body = testOf(form.getValues(), mailbox)
    if (!body)
      return form.setError(
        'outgoing.auth',
        { message: 'is required to test it with another address' },
        { shouldFocus: true },
      )
    setTried(JSON.stringify(form.getValues()))
    test.mutate({ params: { organization }, body })
  }
  const result = tried === JSON.stringify(values) ? test.data?.outgoing : undefined
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="sm" pending={test.isPending} onClick={() => void start()}>
        {test.isPending ? 'Testing' : result ? 'Test again' : 'Test'}
      </Button>
      <div aria-live="polite">
        {result?.ok && (
          <p className="flex gap-2 text-success">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            It can send. Nothing was mailed.
          </p>
        )}
        {result?.ok === false && (
          <p className="flex gap-2 text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">{result.message}</span>
          </p>
        )}
      </div>
    </div>
  )
}
