import type { StreamEvent } from '#contract/events.ts'

/** A reply that is not finished, up to its piece number `seq`. */
export interface Written {
  id: string
  seq: number
  text: string
  /** Whether it has become a message, which may not be on screen yet. */
  isStored?: boolean
}

/**
 * What was written of a reply, after one more event of its conversation. It is nothing where a piece is missing, since
 * the message comes whole anyway, and once it is taken back.
 */
export function withPiece(known: Written | null, { type, reply_id: id = '', seq, text }: StreamEvent): Written | null {
  if (type === 'reply.retracted') return known?.id === id ? null : known
  if (type === 'message.created') return known && { ...known, isStored: true }
  if (type !== 'reply.delta' || seq === undefined || text === undefined) return known
  if (seq === 0) return { id, seq, text }
  return known?.id === id && seq === known.seq + 1 ? { id, seq, text: known.text + text } : null
}
