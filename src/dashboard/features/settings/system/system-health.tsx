import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'

type State = Data<'getSystem'>

/** Whether all is well, in one line, and below it what needs somebody. */
export function SystemHealth({ state }: { state: State }) {
  const wrong = state.findings.filter(({ is_ok }) => !is_ok)
  const count = state.troubles.length + wrong.length
  const Icon = count === 0 ? CircleCheck : TriangleAlert
  return (
    <>
      <div
        role="status"
        className={cn(
          'flex items-start gap-3 rounded-lg border px-5 py-4',
          count === 0 ? 'border-success-line bg-success-soft' : 'border-danger-line bg-danger-soft',
        )}
      >
        <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', count === 0 ? 'text-success' : 'text-danger')} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {count === 0 ? 'All is well' : counted(count, 'thing needs', 'things need') + ' you'}
          </p>
          <p className="text-ink-soft">
            Baton {state.version}, started <RelativeTime value={state.started_at} />, looked at{' '}
            <RelativeTime value={state.at} />
          </p>
        </div>
      </div>
      {count > 0 && (
        <Card title="What needs you">
          <ul className="-my-3 divide-y divide-line">
            {state.troubles.map(({ rule, title, detail, mend }) => (
              <Trouble key={rule} title={title} detail={detail} mend={mend} />
            ))}
            {wrong.map(({ name, detail, mend }) => (
              <Trouble key={name} title={sentenceCase(name)} detail={detail} mend={mend} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

export function DoctorsFindings({ state }: { state: State }) {
  const right = state.findings.filter(({ is_ok }) => is_ok)
  return (
    <Card
      title="What the doctor finds right"
      description={
        <>
          <code>npm run doctor</code> looks at more: every row of the database, models, mail and the way to the
          internet.
        </>
      }
    >
      <ul className="flex flex-col gap-2.5">
        {right.map(({ name, detail }) => (
          <li key={name + detail} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            <p className="min-w-0 break-words">
              <span className="font-medium">{sentenceCase(name)}</span> <span className="text-muted">{detail}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Trouble({ title, detail, mend }: { title: string; detail: string; mend: string | null }) {
  return (
    <li className="flex items-start gap-2.5 py-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 break-words">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{detail}</p>
        {mend && <p className="mt-1">{mend}</p>}
      </div>
    </li>
  )
}

const sentenceCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
