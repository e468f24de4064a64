import UsersRound from 'lucide-react/icons/users-round'
import { clockTime } from '#dashboard/lib/time.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { authorName } from '../thread/item.tsx'
import type { ThreadMessage } from '../thread/messages.ts'

export function OthersReplied({ others, onRead }: { others: readonly ThreadMessage[]; onRead: () => void }) {
  return (
    <div role="status" className="flex items-start gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2">
      <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-warning">Someone else replied while you were writing</p>
        <OthersSaid others={others} />
      </div>
      <Button size="sm" onClick={onRead}>
        I have read it
      </Button>
    </div>
  )
}

/** Lists what other people wrote, the newest last. */
export function OthersSaid({ others }: { others: readonly ThreadMessage[] }) {
  return (
    <ul className="max-h-32 overflow-y-auto text-ink-soft text-sm">
      {others.map((message) => (
        <li key={message.id} className="line-clamp-3 break-words">
          <span className="text-muted tabular-nums">
            {authorName(message)}, {clockTime(message.created_at)}
          </span>{' '}
          {message.content}
        </li>
      ))}
    </ul>
  )
}
