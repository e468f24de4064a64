import type { Reply, State, Stream } from './types.ts'

const WRITES_FOR_MS = 12_000 // milliseconds for which somebody counts as writing; it is told again every ten seconds

/** What is being written at this moment: who of the team writes, and the AI's reply as it comes. Nothing of it lasts. */
export function createLive({ state, update }: { state: () => State; update: (changes: Partial<State>) => void }) {
  let writing: ReturnType<typeof setTimeout> | undefined
  let retracted: string | undefined

  function seeWriter(writer: string | null): void {
    clearTimeout(writing)
    if (writer !== state().writer) update({ writer })
    if (writer !== null) writing = setTimeout(() => seeWriter(null), WRITES_FOR_MS)
  }

  return {
    /** Shows who writes until it is told again, or for twelve seconds; null: nobody. */
    seeWriter,
    hearReply(piece: Stream['reply.delta']): void {
      const { reply, conversation } = state()
      if (piece.reply === retracted || conversation?.response_mode === 'human') return
      update({ reply: withPiece(reply, piece) })
    },
    /** Forgets a reply that is not to be said any more, also what comes of it later. */
    retract(id: string): void {
      retracted = id
      if (state().reply?.id === id) update({ reply: null })
    },
    end: () => clearTimeout(writing),
  }
}

export type Live = ReturnType<typeof createLive>

/** A reply with its next piece; null if a piece is missing: then nothing is shown until the whole message comes. */
function withPiece(reply: Reply | null, { reply: id, seq, text }: Stream['reply.delta']): Reply | null {
  if (seq === 0) return { id, seq, text }
  return reply?.id === id && seq === reply.seq + 1 ? { id, seq, text: reply.text + text } : null
}
