import type { StreamEvent } from '#contract/events.ts'

/** A reply that the AI has not finished, up to its piece number `seq`. */
export interface Written {
  id: string
  seq: number
  text: string
  /** Whether a later message was stored, the reply itself or one that supersedes it, which may not be on screen yet. */
  isStored?: boolean
}

/**
 * The unfinished reply after one more event; null if a piece was missed, as the whole comes, or if it is taken back.
 */
export function withPiece(known: Written | null, event: StreamEvent): Written | null {
  switch (event.type) {
    case 'reply.retracted':
      return known?.id === event.reply_id ? null : known
    case 'message.created':
      return known && { ...known, isStored: true }
    case 'reply.delta': {
      const { reply_id: id, seq, text } = event
      if (seq === 0) return { id, seq, text }
      return known?.id === id && seq === known.seq + 1 ? { id, seq, text: known.text + text } : null
    }
    default:
      return known
  }
}
