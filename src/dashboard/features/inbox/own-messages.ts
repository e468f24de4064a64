import { readStored, writeStored } from '#dashboard/lib/stored.ts'

const STORED_AS = 'sent'
const MOST = 500 // ids remembered; only recent ones can be news to a draft

/** Ids of messages sent from this browser, each with the key it had in the outbox of this page, if any. */
const own = new Map<string, string | undefined>(read().map((id) => [id, undefined]))

/** The API does not say which person wrote a message: this browser remembers its own. */
export function rememberOwn(messageId: string, outboxKey: string): void {
  own.set(messageId, outboxKey)
  if (own.size > MOST) own.delete(own.keys().next().value!)
  // Another tab may have sent something meanwhile.
  writeStored(STORED_AS, JSON.stringify([...new Set([...read(), ...own.keys()])].slice(-MOST)))
}

export function isOwn(messageId: string): boolean {
  return own.has(messageId)
}

/** A row keeps its key when a message that was waiting has been sent. */
export function outboxKeyOf(messageId: string): string | undefined {
  return own.get(messageId)
}

function read(): string[] {
  try {
    return JSON.parse(readStored(STORED_AS) ?? '[]') as string[]
  } catch {
    return []
  }
}

// Another tab of this browser has sent something.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== `baton.${STORED_AS}`) return
  for (const id of read()) if (!own.has(id)) own.set(id, undefined)
})
