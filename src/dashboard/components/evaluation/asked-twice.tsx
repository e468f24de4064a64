import { cn } from '#dashboard/lib/cn.ts'

interface AskedTwiceProps {
  question: string
  badge: React.ReactNode
  before: { reply: string } | null
  after: { reply: string } | null
  /** What the two replies are called, and one that is the same in both. */
  called: { before: string; after: string; same: string }
  brief?: boolean
  children?: React.ReactNode
}

export function AskedTwice({ question, badge, before, after, called, brief, children }: AskedTwiceProps) {
  const isSame = before?.reply === after?.reply
  const replies = [
    ...(before && !isSame ? [{ name: called.before, ...before }] : []),
    ...(after ? [{ name: isSame ? called.same : called.after, ...after }] : []),
  ]
  const shape = cn('break-words', brief && 'line-clamp-2')
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex items-start gap-2">
        <p dir="auto" className={cn('min-w-0 flex-1 font-medium', shape)}>
          {question}
        </p>
        {badge}
      </div>
      {replies.length === 0 && <p className="text-muted text-sm">Not asked yet</p>}
      <dl className="flex flex-col gap-1 text-sm">
        {replies.map(({ name, reply }) => (
          <div key={name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className={cn('whitespace-pre-wrap', name === called.before && 'text-muted', shape)}>
              {reply}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  )
}
