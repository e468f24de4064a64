/** Outbox keys of replies sent from this page, by message id. */
const keys = new Map<string, string>()

/** The outbox key of a sent message, under which its row stays mounted after sending. */
export const outboxKeyOf = (messageId: string): string | undefined => keys.get(messageId)

export function rememberOutboxKey(messageId: string, outboxKey: string): void {
  keys.set(messageId, outboxKey)
}
