import { setTimeout as delay } from 'node:timers/promises'
import { ImapFailure, type ImapFolder } from '../../adapters/mail/imap/imap-account.ts'
import { OauthFailure } from '../../adapters/mail/oauth/mail-oauth.ts'
import { SecretUnreadable } from '../../adapters/secrets/secrets.ts'
import type { Tx } from '../../db/tables.ts'
import { imapAccountOf, lockMailbox, type MailboxProblem, noteProblem, selectFetch } from '../mailboxes/index.ts'
import { cursorIn, waitAfter } from './cursor.ts'
import { type Fetching, LeaseLost, moved, takeNew } from './take-mail.ts'

/** Milliseconds between looks at a folder: where the server tells of new mail, as that may die in silence; and elsewhere. */
export interface Looks {
  told: number
  untold: number
}

/**
 * Fetches a mailbox's mail until the signal ends it, or another process has taken it over. What keeps it from doing so is
 * noted with the mailbox, and tried again.
 */
export async function followMailbox(fetching: Fetching, looks: Looks, signal: AbortSignal): Promise<void> {
  const { deps, mailbox } = fetching
  while (!signal.aborted) {
    const state = await selectFetch(deps.database.read, mailbox.id)
    if (!state) return
    const wait = (state.next_at ?? 0) - deps.now()
    if (wait > 0) await delay(wait, undefined, { signal })
    let isOpen = false
    try {
      await connected(fetching, looks, signal, () => {
        isOpen = true
      })
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return
      const problem = problemOf(error)
      if (!problem) throw error
      await fail(fetching, problem, isOpen)
    }
  }
}

/** Connects, and takes what comes until the connection ends. */
async function connected(fetching: Fetching, looks: Looks, signal: AbortSignal, onOpened: () => void): Promise<never> {
  const { deps, mailbox } = fetching
  const { folder: path, ...account } = (await imapAccountOf(deps, mailbox))!
  const folder = await deps.imapAccounts.open(account, { folder: path, readOnly: mailbox.mark_seen === 0, signal })
  try {
    await begin(fetching, folder)
    onOpened()
    for (;;) {
      await takeNew(fetching, folder)
      await folder.wait(folder.tells ? looks.told : looks.untold)
    }
  } finally {
    folder.close()
  }
}

/** Stores where fetching goes on in a folder that has been opened, and that nothing keeps it from doing so. */
async function begin(fetching: Fetching, folder: ImapFolder): Promise<void> {
  const { deps, mailbox } = fetching
  const known = await selectFetch(deps.database.read, mailbox.id)
  if (!known) throw new LeaseLost()
  const cursor = cursorIn(known, folder, { now: deps.now(), importDays: mailbox.import_days })
  await moved(fetching, { ...cursor, failures: 0, refusals: 0, next_at: null })
  await note(fetching, null)
}

/** A connection that breaks now and then is no outage: it is one if no other can be made. */
async function fail(fetching: Fetching, problem: MailboxProblem, wasOpen: boolean): Promise<void> {
  const { deps, mailbox } = fetching
  const { failures, refusals } = (await selectFetch(deps.database.read, mailbox.id)) ?? { failures: 0, refusals: 0 }
  const refused = problem.code === 'login_failed' ? refusals + 1 : 0
  const next_at = deps.now() + waitAfter(failures + 1, refused)
  await moved(fetching, { failures: failures + 1, refusals: refused, next_at })
  if (!wasOpen) await note(fetching, problem)
}

const note = ({ deps, mailbox }: Fetching, problem: MailboxProblem | null): Promise<void> =>
  deps.database.transaction(async (tx: Tx) => {
    const row = await lockMailbox(tx, mailbox.id)
    if (row?.deleted_at === null) await noteProblem(deps, tx, row, 'incoming', problem)
  })

function problemOf(error: unknown): MailboxProblem | null {
  if (error instanceof ImapFailure || error instanceof SecretUnreadable || error instanceof OauthFailure) return error
  return null
}
