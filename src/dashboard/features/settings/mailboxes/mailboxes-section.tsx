import { useNavigate } from '@tanstack/react-router'
import Mail from 'lucide-react/icons/mail'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { LineList } from '../line-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { away, type Returned } from './away.ts'
import type { Mailbox } from './mailbox-form.ts'
import { MailboxLine } from './mailbox-line.tsx'
import { GrantAgain } from './sign-in-again.tsx'

const MailboxDialog = late(() => import('./mailbox-dialog.tsx'), 'MailboxDialog')

const CAME_EVERY_MS = 60_000 // milliseconds; when mail came and went is told by no event

interface MailboxesSectionProps {
  /** With what a provider's page has led back here, at which somebody has signed in to a mailbox. */
  returned?: Returned
}

export function MailboxesSection({ returned }: MailboxesSectionProps) {
  const { may } = usePermissions()
  const mailboxes = api.listMailboxes.useQuery({ refetchInterval: CAME_EVERY_MS })
  const agents = useAgents()
  const known = returned && away.get()?.mailboxId
  const [edited, setEdited] = useState<Mailbox | 'new' | undefined>(returned && !known ? 'new' : undefined)
  const navigate = useNavigate()
  const again = known ? mailboxes.data?.find(({ id }) => id === known) : undefined
  function close(): void {
    setEdited(undefined)
    if (!returned) return
    away.set(null)
    void navigate({ to: '/settings/mailboxes', replace: true })
  }
  const isFull = (mailboxes.data?.length ?? 0) >= limits.mailboxes
  const mayAdd = may('createMailbox')
  const canAdd = mayAdd && !isFull && agents.data !== undefined && agents.data.length > 0
  useShortcut('n', 'New mailbox', () => setEdited('new'), { enabled: canAdd })
  const add = mayAdd && (
    <Button
      variant="primary"
      disabled={!canAdd}
      onClick={() => setEdited('new')}
      onPointerEnter={MailboxDialog.preload}
      onFocus={MailboxDialog.preload}
    >
      <Plus aria-hidden /> New mailbox
    </Button>
  )
  return (
    <SettingsSection
      title="Mailboxes"
      description={
        isFull
          ? `An organization has at most ${limits.mailboxes} mailboxes: delete one to add another.`
          : 'Mail to these addresses comes to the inbox, and answers go back as mail.'
      }
      actions={mailboxes.data?.length !== 0 && add}
    >
      <LineList
        label="Mailboxes"
        query={mailboxes}
        none={
          <EmptyState icon={Mail} title="No mailboxes yet" action={add}>
            {whatFirst(mayAdd, agents.data?.length)}
          </EmptyState>
        }
        line={(mailbox) => (
          <MailboxLine
            key={mailbox.id}
            mailbox={mailbox}
            agent={agents.data?.find(({ id }) => id === mailbox.agent_id)?.name}
            onChange={() => setEdited(mailbox)}
          />
        )}
      />
      {again && returned && <GrantAgain mailbox={again} returned={returned} />}
      {edited && agents.data && (
        <MailboxDialog
          mailbox={edited === 'new' ? undefined : edited}
          agents={agents.data}
          returned={returned}
          onClose={close}
        />
      )}
    </SettingsSection>
  )
}

/** What a mailbox is, and the first step towards one. */
function whatFirst(mayAdd: boolean, agents: number | undefined): string {
  const what = 'A mailbox takes in the mail of one address, such as that of your support, and answers it.'
  if (!mayAdd) return `${what} An owner or admin can add one.`
  if (agents === 0) return `${what} It belongs to an agent: make one first.`
  return `${what} Say which address it is and sign in there; mail can be posted here, too.`
}
