import { limits } from '#contract/limits.ts'
import type { ImapFolder, ListedMail } from '../../adapters/mail/imap/imap-account.ts'
import { fewAtATime } from '../../concurrency/few-at-a-time.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { changeOwnFetch, selectFetch, tellMailbox, type Unfetched } from '../mailboxes/index.ts'
import { type Arrival, receiveMail } from '../mails/index.ts'
import { type Cursor, sortOf } from './cursor.ts'

const ENVELOPE = { recipient: null, sender: null }
const MEGABYTE = 1_048_576
/** How often a mail is asked for that the server lists and does not hand over. */
const ASKED = 3
const MOST_UNFETCHED = 50
/** Large mails are in memory one after the other, whichever mailboxes they are for. */
const oneLarge = fewAtATime({ atOnce: 1 })

/** Another process fetches the mailbox now. */
export class LeaseLost extends Error {}

/** A process's work for one mailbox, across its connections. */
export interface Fetching {
  deps: Dependencies
  mailbox: Row<'mailboxes'>
  /** The process, as leases name it. */
  owner: string
  /** How often each mail was asked for in vain, by UID. */
  asked: Map<number, number>
}

/** Takes all mails of a folder that have come since the last look. @throws ImapFailure; LeaseLost */
export async function takeNew(fetching: Fetching, folder: ImapFolder): Promise<void> {
  const { deps, mailbox } = fetching
  const cursor = await selectFetch(deps.database.read, mailbox.id)
  if (!cursor) throw new LeaseLost()
  if (cursor.uid < cursor.old_uid) {
    const found = await folder.searchSince(cursor.old_uid, cursor.old_since)
    for (const mail of await folder.list(found.filter((uid) => uid > cursor.uid)))
      await take(fetching, folder, mail, cursor)
    await moved(fetching, { uid: cursor.old_uid })
  }
  for (const mail of await folder.listAfter(Math.max(cursor.uid, cursor.old_uid)))
    await take(fetching, folder, mail, cursor)
}

async function take(fetching: Fetching, folder: ImapFolder, mail: ListedMail, cursor: Cursor): Promise<void> {
  const sort = sortOf(mail, cursor)
  if (sort === 'skipped') return
  const isTooLarge = mail.size > limits.mailBytes
  const read = async () => {
    const bytes = await asked(fetching, folder, mail, isTooLarge)
    if (bytes)
      await store(fetching, mail, isTooLarge ? withoutBody(bytes, mail.size) : bytes, {
        isTooLarge,
        isOld: sort === 'old',
      })
    return bytes !== null
  }
  const isTaken = await (mail.size > MEGABYTE && !isTooLarge ? oneLarge(read) : read())
  if (isTaken && fetching.mailbox.mark_seen) await folder.markSeen(mail.uid)
}

/** Asks for a mail until it comes. @returns null if it is gone, or was asked for in vain, which is noted then */
async function asked(
  fetching: Fetching,
  folder: ImapFolder,
  mail: ListedMail,
  isTooLarge: boolean,
): Promise<Uint8Array | null> {
  const { uid } = mail
  for (let times = fetching.asked.get(uid) ?? 0; times < ASKED; times += 1) {
    fetching.asked.set(uid, times + 1) // before, as the connection may end over it
    const bytes = await (isTooLarge ? folder.readHeaders(uid) : folder.read(uid))
    if (bytes || (await folder.list([uid])).length === 0) {
      fetching.asked.delete(uid)
      if (!bytes) await moved(fetching, { uid })
      return bytes
    }
  }
  fetching.asked.delete(uid)
  await noteUnfetched(fetching, mail)
  return null
}

async function store(
  fetching: Fetching,
  { uid, at }: ListedMail,
  bytes: Uint8Array,
  { isOld, isTooLarge }: Pick<Arrival, 'isOld' | 'isTooLarge'>,
): Promise<void> {
  const { deps, mailbox } = fetching
  const arrival = { ...ENVELOPE, ...(isOld && { isOld }), ...(isTooLarge && { isTooLarge }) }
  await receiveMail(deps, mailbox, bytes, arrival, (tx) => move(fetching, tx, { uid, last_at: at ?? deps.now() }))
}

async function move({ mailbox, owner }: Fetching, tx: Tx, changes: Partial<Row<'mail_fetches'>>): Promise<void> {
  if (!(await changeOwnFetch(tx, mailbox.id, owner, changes))) throw new LeaseLost()
}

/** Stores how far the folder is fetched. */
export const moved = (fetching: Fetching, changes: Partial<Row<'mail_fetches'>>): Promise<void> =>
  fetching.deps.database.transaction((tx) => move(fetching, tx, changes))

/** Goes on without a mail that the server does not hand over, and notes it for the mailbox's page. */
function noteUnfetched(fetching: Fetching, { uid, size, at }: ListedMail): Promise<void> {
  const { deps, mailbox } = fetching
  deps.log.warn({ mailbox_id: mailbox.id, uid }, 'A mail server does not hand over a mail that it lists')
  return deps.database.transaction(async (tx) => {
    const known: Unfetched[] = JSON.parse((await selectFetch(tx, mailbox.id))?.unfetched ?? '[]')
    const unfetched = JSON.stringify([...known, { uid, size, at }].slice(-MOST_UNFETCHED))
    await move(fetching, tx, { uid, unfetched })
    await tellMailbox(deps, tx, mailbox)
  })
}

/** The headers of a mail that is too large to be taken, with a sentence that says so in place of its body. */
function withoutBody(headers: Uint8Array, size: number): Buffer {
  const kept = Buffer.from(headers)
    .toString('latin1')
    .split(/\r?\n(?![ \t])/)
    .filter((line) => line !== '' && !/^(content-[\w-]+|mime-version)\s*:/i.test(line))
  const sentence = `[This mail has ${Math.ceil(size / MEGABYTE)} MB, more than the ${limits.mailBytes / MEGABYTE} MB that are taken. It was left in the mailbox: read it there.]`
  return Buffer.from([...kept, 'Content-Type: text/plain; charset=utf-8', '', sentence, ''].join('\r\n'), 'latin1')
}
