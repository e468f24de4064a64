import { get } from 'node:http'
import type { Owner } from '../../tools/client.ts'

/**
 * Follows an owner's event stream and notes, by `performance.now()`, when each message of each conversation is
 * announced.
 */
export async function followEvents(
  url: string,
  owner: Owner,
): Promise<{ seen: ReadonlyMap<string, number[]>; stop(): void }> {
  const seen = new Map<string, number[]>()
  const address = `${url}/api/v1/organizations/${owner.organizationId}/events`
  const request = get(address, { headers: { cookie: owner.cookie } })
  await new Promise<void>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`The event stream answered ${response.statusCode}.`))
      let held = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (held + chunk).split('\n')
        held = lines.pop() ?? ''
        for (const line of lines) if (line.startsWith('data: ')) note(seen, JSON.parse(line.slice(6)))
      })
      resolve()
    })
  })
  request.on('error', () => {}) // the stream breaks when the product stops
  return { seen, stop: () => request.destroy() }
}

function note(seen: Map<string, number[]>, event: { type?: string; conversation_id?: string }): void {
  if (event.type !== 'message.created' || !event.conversation_id) return
  const times = seen.get(event.conversation_id) ?? []
  times.push(performance.now())
  seen.set(event.conversation_id, times)
}
