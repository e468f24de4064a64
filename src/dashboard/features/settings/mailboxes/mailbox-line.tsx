import Link2 from 'lucide-react/icons/link-2'
import MailCheck from 'lucide-react/icons/mail-check'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { Mailbox } from './mailbox-form.ts'
import { MailboxProblem } from './mailbox-problem.tsx'
import { aiLabels, statuses } from './mailbox-words.ts'
import { UnfetchedMails } from './unfetched-mails.tsx'

const InboundUrlDialog = late(() => import('./inbound-url-dialog.tsx'), 'InboundUrlDialog')
const VerifyDialog = late(() => import('./verify-dialog.tsx'), 'VerifyDialog')

interface MailboxLineProps {
  mailbox: Mailbox
  /** Name of its agent; undefined while that is loading. */
  agent: string | undefined
  onChange: () => void
}

/** A mailbox in the list, with how it fares and, for those who may, what can be done with it. */
export function MailboxLine({ mailbox, agent, onChange }: MailboxLineProps) {
  const { may } = usePermissions()
  const { address, aliases, name, ai, status, error, incoming, outgoing, received_at, sent_at } = mailbox
  const { label, tone } = statuses[status]
  const sendsMail = api.getStart.useQuery().data?.sends_mail
  const installation =
    sendsMail === false ? 'Sends nothing, for want of a mail server' : 'Sends by this installation’s mail server'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 break-all font-semibold">{address}</h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <Facts>
          {name}
          {agent}
          {aiLabels[ai]}
          {aliases.length > 0 && <span title={aliases.join('\n')}>{counted(aliases.length, 'alias', 'aliases')}</span>}
        </Facts>
        <Facts>
          <When what="Last received" time={received_at} />
          <When what="Last sent" time={sent_at} />
          {incoming?.type === 'imap' && `Fetched from ${incoming.host}`}
          {incoming && (outgoing ? `Sends by ${outgoing.host}` : installation)}
        </Facts>
        {error && <MailboxProblem mailbox={mailbox} error={error} />}
        {incoming?.type === 'imap' && <UnfetchedMails mailbox={mailbox} />}
      </div>
      {may('updateMailbox') && <Actions mailbox={mailbox} onChange={onChange} />}
    </li>
  )
}

/** Facts in a line, with dots between those that there are. */
function Facts({ children }: { children: ReactNode[] }) {
  const shown = children.filter(Boolean)
  return (
    <p className="flex flex-wrap gap-x-1 text-muted text-sm">
      {shown.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts never change places
        <span key={index} className="min-w-0 break-words">
          {fact}
          {index < shown.length - 1 && <span aria-hidden> ·</span>}
        </span>
      ))}
    </p>
  )
}

function When({ what, time }: { what: string; time: string | null }) {
  return (
    <>
      {what}: {time ? <RelativeTime value={time} /> : 'never'}
    </>
  )
}

function Actions({ mailbox, onChange }: Pick<MailboxLineProps, 'mailbox' | 'onChange'>) {
  const { id, address, incoming, is_paused } = mailbox
  const params = { mailbox: id }
  const [asked, setAsked] = useState<'renew' | 'delete'>()
  const [url, setUrl] = useState<string>()
  const [isVerifying, setVerifying] = useState(false)
  const pause = api.updateMailbox.useMutation({
    onError: (error) => tellError(error, is_paused ? 'It was not resumed' : 'It was not paused'),
  })
  const remove = api.deleteMailbox.useMutation()
  const renew = useSecretMutation('renewInboundUrl', {
    onSecret: (secret) => {
      setAsked(undefined)
      setUrl(secret)
    },
  })
  return (
    <div className="-mr-2 flex items-center max-sm:-ml-2">
      <IconButton icon={Pencil} size="sm" label={`Change ${address}`} onClick={onChange} />
      <IconButton
        icon={is_paused ? Play : Pause}
        size="sm"
        label={`${is_paused ? 'Resume' : 'Pause'} ${address}`}
        pending={pause.isPending}
        onClick={() => pause.mutate({ params, body: { is_paused: !is_paused } })}
      />
      <IconButton icon={MailCheck} size="sm" label={`Verify ${address}`} onClick={() => setVerifying(true)} />
      {incoming?.type === 'http' && (
        <IconButton icon={Link2} size="sm" label={`New inbound URL for ${address}`} onClick={() => setAsked('renew')} />
      )}
      <IconButton icon={Trash2} size="sm" label={`Delete ${address}`} onClick={() => setAsked('delete')} />
      <ConfirmDialog
        open={asked === 'renew'}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`New inbound URL for ${address}?`}
        description="The former one ends at once: mail that is posted to it is refused, until your mail server knows the new one."
        confirmLabel="Make a new URL"
        mutation={renew}
        onConfirm={() => renew.mutate({ params })}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`Delete ${address}?`}
        description="No more of its mail is taken from now on, and nothing more is mailed from it. Its conversations stay in the inbox, but can no longer be answered by mail."
        confirmLabel="Delete mailbox"
        mutation={remove}
        onConfirm={() => remove.mutate({ params })}
      />
      {isVerifying && <VerifyDialog mailbox={mailbox} onClose={() => setVerifying(false)} />}
      {url !== undefined && <InboundUrlDialog url={url} address={address} onStored={() => setUrl(undefined)} />}
    </div>
  )
}
