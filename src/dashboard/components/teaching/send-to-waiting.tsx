import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { Proof } from './verdicts.ts'

/** Offers to send what was taught to the visitors who asked it and still wait, and says what became of that. */
export function SendToWaiting({ agentId, proof }: { agentId: string; proof: Proof }) {
  const send = api.sendTaught.useMutation()
  const { waiting } = proof
  const sent = send.data?.filter(({ ok }) => ok).length ?? 0
  const missed = (send.data?.length ?? 0) - sent
  const start = () =>
    send.mutate({
      params: { agent: agentId, proof: proof.id },
      body: {
        conversations: waiting.map(({ conversation_id, position }) => ({ conversation_id, seen_position: position })),
      },
    })
  return (
    <>
      {send.data && (
        <p role="status" className="text-ink-soft">
          Sent to {counted(sent, 'visitor')} in your name.
          {missed > 0 && ` ${counted(missed, 'visitor')} had heard from the team meanwhile, and got nothing.`}
        </p>
      )}
      {waiting.length > 0 && (
        <Button variant="primary" className="self-start" pending={send.isPending} onClick={start}>
          {waiting.length === 1
            ? 'Send it to the visitor who asked and still waits'
            : `Send it to the ${waiting.length} visitors who asked and still wait`}
        </Button>
      )}
      {send.error && <ErrorNotice error={send.error} />}
    </>
  )
}
