import { Suspense } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'
import { useSignalChoice } from './signal-choice.ts'

const InboxSignals = loadable(async () => (await import('./inbox-signals.tsx')).InboxSignals)

/** For the frame of every screen: nothing is loaded until somebody has asked to be told. */
export function Signals() {
  const { sound, desktop } = useSignalChoice()
  if (!sound && !desktop) return null
  return (
    <Suspense>
      <InboxSignals />
    </Suspense>
  )
}
