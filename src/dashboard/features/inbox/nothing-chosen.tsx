import MessagesSquare from 'lucide-react/icons/messages-square'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { Kbd } from '#dashboard/ui/kbd.tsx'

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['r', 'reply'],
  ['?', 'all keys'],
] as const

export function NothingChosen() {
  usePageTitle('Inbox')
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState
        icon={MessagesSquare}
        title="Choose a conversation"
        action={
          <dl aria-hidden className="flex gap-4 text-muted text-sm">
            {keys.map(([key, what]) => (
              <div key={key} className="flex items-center gap-1.5">
                <dt>
                  <Kbd keys={key} />
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        }
      >
        Read along with the AI, or take over and answer yourself.
      </EmptyState>
    </div>
  )
}
