import type { Data } from '#contract/index.ts'
import type { Account } from './account.ts'

const DEADLINE_MS = 180_000
const PAUSE_MS = 40 // the first time, and then each time longer, as asking takes the processor from what is waited for
const LONGEST_PAUSE_MS = 250

/**
 * Polls `look` until it returns anything but undefined or false, and returns that.
 * @throws Error if that takes more than three minutes
 */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 1.2, LONGEST_PAUSE_MS)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Not within ${DEADLINE_MS / 1000} s: ${what}`)
    await new Promise((done) => setTimeout(done, pause))
  }
}

/** Waits until the training of a source has ended, in success or failure, and returns the source. */
export function trained(account: Account, agent: string, source: string): Promise<Data<'getSource'>> {
  return until(`source ${source} is trained`, async () => {
    const found = await account.get('getSource', { params: { agent, source } })
    return (found.status === 'completed' || found.status === 'failed') && found
  })
}

/** Waits until a conversation has at least `count` messages, and returns them. */
export function messages(
  account: Account,
  agent: string,
  conversation: string,
  count: number,
): Promise<Data<'listMessages'>> {
  return until(`${count} messages`, async () => {
    const found = await account.get('listMessages', { params: { agent, conversation }, query: { per_page: 100 } })
    return found.length >= count && found
  })
}
