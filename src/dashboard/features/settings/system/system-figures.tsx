import type { ReactNode } from 'react'
import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'
import { byteSize, counted } from '#dashboard/lib/sizes.ts'
import { Badge, type BadgeTone } from '#dashboard/ui/badge.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'

type State = Data<'getSystem'>

const FULL = 90 // percent of a disk from which on its bar warns

/** The figures of the installation, a line for each part, the same as `npm run status -- --json` prints. */
export function SystemFigures({ state }: { state: State }) {
  const { backups, database, mail, memory, queue, requests, storage, troubles } = state
  const isIn = (...rules: State['troubles'][number]['rule'][]) => troubles.some(({ rule }) => rules.includes(rule))
  const used = (100 * (storage.disk_bytes - storage.disk_free_bytes)) / storage.disk_bytes
  const failedShare = requests.answered === 0 ? 0 : (100 * requests.failed) / requests.answered
  return (
    <Card title="Figures">
      <dl className="-my-3 divide-y divide-line">
        <Figure name="Backups" {...backupBadge(backups, isIn('backup_old'))}>
          {backups === null ? (
            <>
              No backup is made by itself. Set <code>BACKUP_DIR</code> to have one each night.
            </>
          ) : (
            <>
              {backups.newest_at ? (
                <>
                  The newest is from <RelativeTime value={backups.newest_at} />,{' '}
                  {counted(backups.kept, 'is kept', 'are kept')} in{' '}
                </>
              ) : (
                'None yet in '
              )}
              <span className="break-words">{backups.folder}</span>
              {backups.error && <span className="block text-danger">The last attempt failed: {backups.error}</span>}
            </>
          )}
        </Figure>
        <Figure
          name="Disk"
          tone={isIn('disk_low') ? 'danger' : 'success'}
          label={isIn('disk_low') ? 'Nearly full' : 'Room'}
        >
          {byteSize(storage.disk_free_bytes)} of {byteSize(storage.disk_bytes)} free
          <Progress value={used} label="Disk in use" tone={used > FULL ? 'warning' : 'ink'} className="mt-2 max-w-72" />
        </Figure>
        <Figure name="Database">
          {database.kind === 'postgres' ? 'PostgreSQL' : 'SQLite'}, {byteSize(database.bytes)}
        </Figure>
        <Figure name="Files">
          {counted(storage.files, 'file')}, {byteSize(storage.bytes)}
        </Figure>
        <Figure
          name="Queue"
          tone={isIn('jobs_late') ? 'danger' : 'success'}
          label={isIn('jobs_late') ? 'Late' : queue.waiting === 0 ? 'Empty' : 'Flowing'}
        >
          {queue.waiting === 0
            ? 'No job waits'
            : `${counted(queue.waiting, 'job waits', 'jobs wait')}, the oldest for ${duration(queue.oldest_seconds)}`}
          {queue.failed > 0 && ` · ${counted(queue.failed, 'job')} failed for good this week`}
        </Figure>
        <Figure
          name="Mail"
          tone={mail.mailboxes_failing > 0 ? 'danger' : mail.is_set_up ? 'success' : 'neutral'}
          label={mail.mailboxes_failing > 0 ? 'Failing' : mail.is_set_up ? 'Set up' : 'Not set up'}
        >
          {mail.mailboxes === 0 ? 'No mailboxes' : counted(mail.mailboxes, 'mailbox', 'mailboxes')}
          {mail.mailboxes_failing > 0 && `, ${mail.mailboxes_failing} can’t send or fetch`}
          {!mail.is_set_up && '. Without SMTP_URL nobody is mailed when something needs them.'}
        </Figure>
        <Figure
          name="Requests"
          tone={isIn('errors_many') ? 'danger' : 'success'}
          label={isIn('errors_many') ? 'Failing' : 'Answered'}
        >
          {requests.answered.toLocaleString()} in 15 minutes,{' '}
          {failedShare.toFixed(failedShare > 0 && failedShare < 10 ? 1 : 0)} % failed
        </Figure>
        <Figure name="Memory">
          {byteSize(memory.resident)} in all, {byteSize(memory.heap)} of it objects, {byteSize(memory.external)} outside
          of them
        </Figure>
      </dl>
    </Card>
  )
}

interface FigureProps {
  name: string
  label?: string
  tone?: BadgeTone
  children: ReactNode
}

function Figure({ name, label, tone, children }: FigureProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_1fr_auto]">
      <dt className="font-medium">{name}</dt>
      <dd className="min-w-0 text-ink-soft max-sm:order-last max-sm:col-span-2">{children}</dd>
      <dd className="justify-self-end">{label && <Badge tone={tone}>{label}</Badge>}</dd>
    </div>
  )
}

function backupBadge(backups: State['backups'], isOld: boolean): { label: string; tone: BadgeTone } {
  if (backups === null) return { label: 'Off', tone: 'warning' }
  if (isOld || backups.error !== null) return { label: isOld ? 'Too old' : 'Failed', tone: 'danger' }
  return { label: backups.is_encrypted ? 'Encrypted' : 'Each night', tone: 'success' }
}

const duration = (seconds: number) =>
  seconds < 90
    ? `${seconds} s`
    : seconds < 5_400
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`
