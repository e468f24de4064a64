import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { orAborted } from '../../../concurrency/or-aborted.ts'
import type { ImapFailure, ImapFolder, ListedMail } from './imap-account.ts'

/** Milliseconds that a command may take, and one that hands over a mail. */
const COMMAND_MS = 60_000
const READ_MS = 300_000
const LISTED_AT_ONCE = 500
/** How long a server may let a wait end by itself. */
const LEAST_WAIT_MS = 5_000
const DAY_MS = 86_400_000

/** @param failureOf puts what the library throws into words */
export async function openFolder(
  client: ImapFlow,
  { folder, readOnly }: { folder: string; readOnly: boolean },
  failureOf: (error: unknown) => ImapFailure,
): Promise<ImapFolder> {
  const within = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await orAborted(work(), AbortSignal.timeout(ms))
    } catch (error) {
      client.close()
      throw failureOf(error)
    }
  }
  const command = <Result>(work: () => Promise<Result>) => within(COMMAND_MS, work)

  let hasNews = false
  let wake = () => {}
  client.on('exists', () => {
    hasNews = true
    wake()
  })
  const box = await command(() => client.mailboxOpen(folder, { readOnly }))
  const tells = client.capabilities.has('IDLE')

  async function list(range: string): Promise<ListedMail[]> {
    const listed: ListedMail[] = []
    const query = { uid: true, size: true, internalDate: true }
    for await (const mail of client.fetch(range, query, { uid: true })) listed.push(listedOf(mail))
    return listed.toSorted((one, other) => one.uid - other.uid)
  }

  return {
    uidValidity: Number(box.uidValidity),
    uidNext: box.uidNext,
    tells,
    listAfter: (uid) =>
      command(async () => {
        hasNews = false
        await client.noop() // else some servers do not see mail that has come since
        return (await list(`${uid + 1}:*`)).filter((mail) => mail.uid > uid) // `*` is the last mail in any case
      }),
    searchSince: (last, since) =>
      command(async () => {
        if (last < 1) return []
        // The server's days are those of its own time zone.
        const found = await client.search({ uid: `1:${last}`, since: new Date(since - DAY_MS) }, { uid: true })
        return (found || []).toSorted((one, other) => one - other)
      }),
    async list(uids) {
      const listed: ListedMail[] = []
      for (let index = 0; index < uids.length; index += LISTED_AT_ONCE)
        listed.push(...(await command(() => list(uids.slice(index, index + LISTED_AT_ONCE).join(',')))))
      return listed
    },
    read: (uid) =>
      within(READ_MS, async () => {
        const mail = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true })
        return filled((mail || undefined)?.source)
      }),
    readHeaders: (uid) =>
      command(async () => {
        const mail = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true })
        return filled((mail || undefined)?.headers)
      }),
    markSeen: (uid) => command(async () => void (await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))),
    async wait(ms) {
      if (hasNews) return
      const started = Date.now()
      let timer: NodeJS.Timeout | undefined
      let closed = () => {}
      try {
        await new Promise<void>((resolve, reject) => {
          wake = resolve
          closed = () => reject(failureOf(new Error('Connection closed')))
          client.once('close', closed)
          if (!client.usable) closed()
          timer = setTimeout(resolve, ms)
          if (!tells) return
          const ends = () => {
            clearTimeout(timer)
            timer = setTimeout(resolve, Math.max(0, Math.min(ms, LEAST_WAIT_MS) - (Date.now() - started)))
          }
          client.idle().then(ends, ends)
        })
      } finally {
        wake = () => {}
        clearTimeout(timer)
        client.off('close', closed)
      }
    },
    close: () => client.close(),
  }
}

const filled = (bytes: Uint8Array | undefined) => (bytes?.length ? bytes : null)

function listedOf({ uid, size = 0, internalDate }: FetchMessageObject): ListedMail {
  const at = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime()
  return { uid, size, at: Number.isNaN(at) ? null : at }
}
