import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Spinner } from '#dashboard/ui/spinner.tsx'
import type { Mailbox } from './mailbox-form.ts'

type Verification = NonNullable<Data<'getMailboxVerification'>>
type Proof = Verification['plain']

interface VerifyDialogProps {
  mailbox: Pick<Mailbox, 'id' | 'address' | 'incoming'>
  onClose: () => void
}

/** A dialog in which a mailbox proves that mail arrives: it sends two mails, and shows how far they are. */
export function VerifyDialog({ mailbox: { id, address, incoming }, onClose }: VerifyDialogProps) {
  const isFetched = incoming?.type === 'imap'
  const params = { mailbox: id }
  const query = api.getMailboxVerification.useQuery({
    params,
    refetchInterval: pollWhile(({ state }) => isWaiting(state.data ?? null), { ms: 1_000, max: 10_000, live: 10_000 }),
  })
  const verify = api.verifyMailbox.useMutation()
  const { data } = query
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Verify ${address}`}
        description={`Two mails are sent to it. Once they come in${isFetched ? '' : ' by its inbound URL'}, you know that mail arrives. They open no conversation.`}
      >
        <DialogBody className="flex flex-col gap-4">
          {data === undefined ? (
            <NotLoaded query={query} placeholder={<Skeleton className="h-16 w-full" />} />
          ) : data === null ? (
            <p>
              {isFetched ? (
                'Send the two mails to see that what is written there comes here.'
              ) : (
                <PostedFirst address={address} />
              )}
            </p>
          ) : (
            <Progress verification={data} address={address} />
          )}
          {verify.error !== null && <ErrorNotice error={verify.error} onRetry={() => verify.mutate({ params })} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{data ? 'Close' : 'Later'}</Button>
          <Button
            variant={data && !isOver(data) ? 'secondary' : 'primary'}
            disabled={data === undefined}
            pending={verify.isPending}
            onClick={() => verify.mutate({ params })}
          >
            {data ? 'Send them again' : 'Send the mails'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const PostedFirst = ({ address }: { address: string }) => (
  <>
    Have mail to {address} posted to the inbound URL first, by your mail server or by a service that takes mail in. Then
    send the two mails.
  </>
)

const isOnItsWay = ({ status }: Proof): boolean => status === 'sending' || status === 'sent'
const isOver = ({ expires_at }: Verification): boolean => Date.parse(expires_at) <= Date.now()
const isWaiting = (data: Verification | null): boolean =>
  data !== null && !isOver(data) && (isOnItsWay(data.plain) || isOnItsWay(data.plus))

function Progress({ verification, address }: { verification: Verification; address: string }) {
  const { plain, plus, started_at, authserv_id } = verification
  const isLate = isOver(verification)
  return (
    <>
      <ul className="flex flex-col gap-3" aria-live="polite">
        <Step proof={plain} isLate={isLate} title={`Mail to ${address}`} arrived="It arrives." />
        <Step
          proof={plus}
          isLate={isLate}
          title={`Mail to ${address.replace('@', '+…@')}`}
          arrived="It arrives, too: answers find their conversation by such an address."
        />
      </ul>
      {authserv_id !== null && (
        <p className="text-muted">Who a mail is from is checked by {authserv_id}, whose word is taken for it.</p>
      )}
      <p className="text-muted text-sm">
        Sent <RelativeTime value={started_at} />.{' '}
        {isLate
          ? 'They have come too late to count: send them again.'
          : 'Without the second, everything works; answers then find their conversation by their headers alone.'}
      </p>
    </>
  )
}

interface StepProps {
  proof: Proof
  isLate: boolean
  title: string
  /** What its arrival means. */
  arrived: string
}

function Step({ proof: { status, message }, isLate, title, arrived }: StepProps) {
  const [icon, text]: [ReactNode, string] =
    status === 'arrived'
      ? [<CircleCheck key="icon" aria-hidden className="size-4 text-success" />, arrived]
      : status === 'refused'
        ? [<CircleAlert key="icon" aria-hidden className="size-4 text-danger" />, `It was not sent. ${message ?? ''}`]
        : isLate
          ? [<CircleAlert key="icon" aria-hidden className="size-4 text-warning" />, 'It has not come in within a day.']
          : [
              <Spinner key="icon" />,
              status === 'sending' ? 'It is being sent.' : 'It was sent, and has not come in yet.',
            ]
  return (
    <li className="flex gap-2.5">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span className="flex min-w-0 flex-col">
        <span className="break-all font-medium">{title}</span>
        <span className="break-words text-muted">{text}</span>
      </span>
    </li>
  )
}
