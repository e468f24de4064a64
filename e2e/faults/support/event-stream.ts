import { basePaths } from '#contract/route.ts'
import type { Owner } from '../../tools/client.ts'

export interface StreamEntry {
  id: string
  event: string
  data: { type?: string; message_id?: string; conversation_id?: string }
}

/**
 * Follows an organization's event stream as a browser does, but doesn't connect again once it ends; `lastSeen` is the
 * id of the event to resume after.
 */
export function followEvents(
  url: string,
  owner: Owner,
  lastSeen?: string,
): { entries: StreamEntry[]; lastId(): string; close(): void } {
  const entries: StreamEntry[] = []
  let last = lastSeen ?? ''
  const closing = new AbortController()
  const path = `${url}${basePaths['first-party']}/organizations/${owner.organizationId}/events`
  const headers = { cookie: owner.cookie, ...(lastSeen && { 'last-event-id': lastSeen }) }

  async function read(): Promise<void> {
    const answer = await fetch(path, { headers, signal: closing.signal })
    if (!answer.ok || !answer.body) throw new Error(`The event stream answered ${answer.status}.`)
    let rest = ''
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }

  function take(block: string): void {
    const lines = block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line))
    const fields = Object.fromEntries(lines.flatMap((line) => (line ? [[line[1], line[2]]] : [])))
    if (fields.id) last = fields.id
    if (fields.data) entries.push({ id: last, event: fields.event ?? 'message', data: JSON.parse(fields.data) })
  }

  read().catch(() => {}) // a broken stream shows as missing events
  return { entries, lastId: () => last, close: () => closing.abort() }
}
