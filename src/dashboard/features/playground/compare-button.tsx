import Columns2 from 'lucide-react/icons/columns-2'
import { useStore } from '#dashboard/lib/store.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { saidTo } from './said.ts'
import { choicesOf, comparingOf, draftFor, startOver, threadsOf } from './trial.ts'

export function CompareButton({ agentId, preload }: { agentId: string; preload: () => void }) {
  const isComparing = useStore(comparingOf(agentId))
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isComparing}
      className="aria-pressed:bg-hover aria-pressed:text-ink"
      onPointerEnter={preload}
      onClick={() => compare(agentId, !isComparing)}
    >
      <Columns2 aria-hidden /> Compare
    </Button>
  )
}

/**
 * Turns the comparison of two threads on or off. Either way all threads begin empty, as replies can be compared only if
 * the same was said before. The last question is put into the text field, if that is empty, to be asked again.
 */
export function compare(agentId: string, isWanted: boolean): void {
  const last = saidTo(agentId)
    .get()
    .findLast(({ role }) => role === 'visitor')
  const draft = draftFor(agentId)
  if (last && draft.get() === '') draft.set(last.content)
  startOver(agentId)
  for (const thread of threadsOf(agentId)) choicesOf(thread).set({})
  comparingOf(agentId).set(isWanted)
}
