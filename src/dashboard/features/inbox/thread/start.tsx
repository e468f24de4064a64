import { ErrorTitle } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Line } from '../list/lines.ts'
import { originLabels } from '../origins.ts'
import type { OlderMessages } from './use-older-messages.ts'

interface ThreadStartProps {
  height: number
  hasOlder: boolean
  older: OlderMessages
  conversation: Line
}

/** The row above the first loaded message: loads older messages, or marks the beginning of the conversation. */
export function ThreadStart({ height, hasOlder, older, conversation }: ThreadStartProps) {
  return (
    <div style={{ height }} className="flex items-center justify-center gap-3 px-4 text-center text-muted text-xs">
      {!hasOlder ? (
        <p>The conversation began {originLabels[conversation.origin].sentence}</p>
      ) : older.error ? (
        <>
          <p>
            <ErrorTitle error={older.error} />
          </p>
          <Button size="sm" onClick={older.load}>
            Load earlier messages
          </Button>
        </>
      ) : (
        <div className="flex w-full flex-col gap-2 px-2">
          <span className="sr-only">Earlier messages are loading</span>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-8 w-2/5 rounded-lg" />
        </div>
      )}
    </div>
  )
}
