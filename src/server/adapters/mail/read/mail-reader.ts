import { ExtractError } from '../../extract/errors.ts'
import { createWorkerPool } from '../../extract/worker-pool.ts'
import type { MailPage } from '../html/mail-page.ts'
import type { MailFacts } from './mail-facts.ts'
import { asHeaders, headersOf, NOTHING } from './read-mail.ts'

export interface MailReader {
  /**
   * Reads a raw mail in a thread. What takes more than 10 s or 256 MB is read as far as its headers go.
   * @param owner the organization: one owner's mails never take all threads
   * @throws ExtractError `unavailable`, if the machine or the server's end is to blame and not the mail
   */
  read(bytes: Uint8Array, owner: string): Promise<MailFacts>
  /**
   * Makes a page of a raw mail's HTML, in a thread as well.
   * @param hasPictures whether it has the pictures that came with the mail
   * @returns null for a mail without HTML, and for one that takes too long or too much memory
   * @throws ExtractError `unavailable`, as above
   */
  page(bytes: Uint8Array, owner: string, hasPictures: boolean): Promise<MailPage | null>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
const MEMORY_MB = 256

/** Makes a reader of mails, whose threads start at first use and end when idle. */
export function createMailReader(timeoutMs = TIMEOUT_MS): MailReader {
  const pool = createWorkerPool({
    workers: 2,
    patienceMs: 1_000,
    heapMb: MEMORY_MB,
    buffersMb: MEMORY_MB,
    idleMs: 30_000,
    timeoutMs: { mail: timeoutMs, mail_page: timeoutMs },
  })
  const run = (bytes: Uint8Array, owner: string) => pool.run({ kind: 'mail', bytes }, owner) as Promise<MailFacts>
  const unlessUnavailable = (error: unknown) => {
    if (error instanceof ExtractError && error.code === 'unavailable') throw error
  }
  return {
    async read(bytes, owner) {
      try {
        return await run(bytes, owner)
      } catch (error) {
        unlessUnavailable(error)
      }
      try {
        return asHeaders(await run(headersOf(bytes), owner))
      } catch (error) {
        unlessUnavailable(error)
        return NOTHING
      }
    },
    async page(bytes, owner, hasPictures) {
      try {
        return (await pool.run({ kind: 'mail_page', bytes, hasPictures }, owner)) as MailPage | null
      } catch (error) {
        unlessUnavailable(error)
        return null
      }
    },
    close: () => pool.close(),
  }
}
