import { Playground } from '#dashboard/features/playground/playground.tsx'
import { FirstSource } from '#dashboard/features/sources/first-source.tsx'

/** The first screen of an agent that nobody has asked anything: what it is to know, and beside it a chat to try it. */
export function FirstRun({ agentId }: { agentId: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <FirstSource agentId={agentId} onLearnt={goOnAsking} />
      <Playground key={agentId} agentId={agentId} />
    </div>
  )
}

/** Puts the cursor into the playground's field, unless somebody is writing elsewhere. */
function goOnAsking(): void {
  const { activeElement } = document
  const isWriting = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
  if (!isWriting) document.getElementById('playground-message')?.focus()
}
