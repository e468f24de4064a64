import { cn } from '#dashboard/lib/cn.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { Tooltip } from '#dashboard/ui/tooltip.tsx'
import { usePresence } from './use-presence.ts'
import { hereText, writingText } from './who-is-here.ts'

const SHOWN = 3

/** Shows who else has the conversation open, and who is writing in it. Shows nothing while one is alone. */
export function OthersHere({ conversationId }: { conversationId: string }) {
  const here = usePresence(conversationId)
  const writing = writingText(here)
  return (
    <>
      {/* Always rendered, as screen readers announce only what changes in an element that is already there. */}
      <span role="status">
        {writing && (
          <span className="pointer-events-none absolute top-full right-3 z-10 mt-2 max-w-[calc(100%-1.5rem)] truncate rounded-full border border-human-line bg-human-soft px-2.5 py-1 text-human text-xs">
            {writing}
          </span>
        )}
      </span>
      {here.length > 0 && (
        <Tooltip label={hereText(here)} side="bottom">
          <span className="-space-x-1.5 flex shrink-0 px-1">
            <span className="sr-only">{hereText(here)}</span>
            {here.slice(0, SHOWN).map(({ user_id, name, is_writing }) => (
              <span key={user_id} className={cn('relative rounded-full ring-2 ring-surface', is_writing && 'z-10')}>
                <Avatar name={name} tone={is_writing ? 'human' : 'neutral'} />
                {is_writing && (
                  <span
                    aria-hidden
                    className="absolute right-0 bottom-0 size-2 animate-pulse rounded-full bg-human ring-2 ring-surface motion-reduce:animate-none"
                  />
                )}
              </span>
            ))}
            {here.length > SHOWN && (
              <span aria-hidden className="flex h-7 items-center pl-2.5 text-muted text-xs">
                +{here.length - SHOWN}
              </span>
            )}
          </span>
        </Tooltip>
      )}
    </>
  )
}
