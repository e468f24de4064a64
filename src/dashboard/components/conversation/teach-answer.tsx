import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'

export const TeachReply = late(() => import('#dashboard/components/teaching/teach-reply.tsx'), 'TeachReply')

/** The button of a trace that opens the dialog to teach a better answer. */
export function TeachAnswer({ onTeach }: { onTeach: () => void }) {
  return (
    <Button size="sm" className="self-start" onPointerEnter={TeachReply.preload} onClick={onTeach}>
      Teach the right answer
    </Button>
  )
}
