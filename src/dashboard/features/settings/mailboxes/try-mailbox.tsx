import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type Mailbox, type MailboxForm, testOf } from './mailbox-form.ts'

interface TryMailboxProps {
  form: UseFormReturn<MailboxForm>
  /** The mailbox as it is stored; undefined for a new one. */
  mailbox: Mailbox | undefined
}

/** A button that tries whether the mailbox would work as the form says, and what came of it until that is changed. */
export function TryMailbox({ form, mailbox }: TryMailboxProps) {
  const { result, start, isPending } = useTrial({ form, mailbox })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="sm" pending={isPending} onClick={() => void start()}>
        {isPending ? 'Testing' : result ? 'Test again' : 'Test'}
      </Button>
      <TrialResult result={result} isFetched={form.watch('receives') === 'imap'} />
    </div>
  )
}

/** Tries a mailbox as the form says. `result` is what came of it, until the form is changed. */
export function useTrial({ form, mailbox }: TryMailboxProps) {
  const [tried, setTried] = useState<string>()
  const values = form.watch()
  const test = api.testMailbox.useMutation({ onError: (error) => tellError(error, 'It was not tested') })
  /** @param body what to test in place of the whole form */
  async function start(body?: Parameters<typeof test.mutate>[0]['body']): Promise<Data<'testMailbox'> | undefined> {
    if (!body && !(await form.trigger(undefined, { shouldFocus: true }))) return undefined
    const tests = body ?? testOf(form.getValues(), mailbox)
    if (typeof tests === 'string') {
      const message = 'is required to test it with what has changed'
      form.setError(`${tests}.auth`, { message }, { shouldFocus: true })
      return undefined
    }
    setTried(JSON.stringify(form.getValues()))
    return test.mutateAsync({ body: tests }).catch(() => undefined) // told above
  }
  return { start, isPending: test.isPending, result: tried === JSON.stringify(values) ? test.data : undefined }
}

/** What came of a test, for each side of the mailbox. */
export function TrialResult({ result, isFetched }: { result: Data<'testMailbox'> | undefined; isFetched: boolean }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-1">
      {result && isFetched && (
        <Line ok={result.incoming.ok}>{result.incoming.ok ? 'Its mail can be fetched.' : result.incoming.message}</Line>
      )}
      {result && (
        <Line ok={result.outgoing.ok}>
          {result.outgoing.ok ? 'It can send. Nothing was mailed.' : result.outgoing.message}
        </Line>
      )}
    </div>
  )
}

function Line({ ok, children }: { ok: boolean; children: string | null }) {
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <p className={ok ? 'flex gap-2 text-success' : 'flex gap-2 text-danger'}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
