import type { ReactNode } from 'react'
import type { AuditActorType, AuditTargetType } from '#contract/audit.ts'
import { exactTime } from '#dashboard/lib/time.ts'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import type { AuditEntry } from './audit-search.ts'
import { actionName, actorName, deed } from './audit-sentence.ts'

const actorKinds: Record<AuditActorType, string> = { member: 'member', key: 'API key', system: 'server' }

const targetKinds: Record<AuditTargetType, string> = {
  session: 'Session',
  member: 'Member',
  invitation: 'Invitation',
  api_key: 'API key',
  plan: 'Plan',
  webhook_endpoint: 'Webhook',
  mailbox: 'Mailbox',
  model_account: 'Model account',
  agent: 'Agent',
  source: 'Source',
  conversation: 'Conversation',
  visitor: 'Visitor',
  organization: 'Organization',
}

/** All that the audit log holds of one entry. */
export function AuditPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { action, actor, target, address, created_at } = entry
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={actionName(action)} description="Audit log">
      <div className="flex flex-col gap-5 p-5">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{actorName(actor)}</span> {deed(entry)}.
        </p>
        <dl className="grid grid-cols-[7rem_1fr] gap-y-2.5">
          <Fact label="When">{exactTime(created_at)}</Fact>
          <Fact label="From">{address ?? 'No request: the server did it by itself'}</Fact>
          <Fact label="Who">{actorName(actor)}</Fact>
          {actor.id && (
            <Fact label="Their id">
              <CopyableId value={actor.id} label={`id of the ${actorKinds[actor.type]}`} />
            </Fact>
          )}
          {target.name && <Fact label={targetKinds[target.type]}>{target.name}</Fact>}
          <Fact label={target.name ? 'Its id' : targetKinds[target.type]}>
            <CopyableId value={target.id} label={`id of the ${targetKinds[target.type]}`} />
          </Fact>
        </dl>
        <p className="text-muted text-sm">The log keeps what was changed, not the values before and after.</p>
      </div>
    </Sheet>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
