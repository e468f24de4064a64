import type { MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import { asHeaders, NOTHING } from '../../adapters/mail/read/read-mail.ts'
import type { Dependencies } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { handler } from '../../jobs/handler.ts'
import { type StoredFile, storeFile } from '../attachments/index.ts'
import { readMailJob } from './jobs.ts'
import { selectMail } from './queries.ts'
import { storeMail } from './store-mail.ts'

/** Most files that are kept of one mail. */
const MOST_FILES = 50

/**
 * Reads a mail and stores what it says, after all mails that came in its mailbox before. A mail that can't be read, or
 * whose file is gone, is shown by what could be read of it.
 */
export const readMailHandler = handler(readMailJob, (deps) => ({
  run: ({ mailId }) => readInTurn(deps, mailId, (raw, owner) => deps.mailReader.read(raw, owner)),
  failed: ({ mailId }, error) => {
    deps.log.error({ err: error, mail_id: mailId }, 'a mail could not be read')
    return readInTurn(deps, mailId, async () => asHeaders(NOTHING))
  },
}))

async function readInTurn(
  deps: Dependencies,
  mailId: string,
  read: (raw: Uint8Array, owner: string) => Promise<MailFacts>,
): Promise<void> {
  const mail = await selectMail(deps.database.read, mailId)
  if (!mail || mail.done_at !== null) return
  const raw = mail.raw_key === null ? undefined : await deps.storage.read(mail.raw_key)
  const facts = raw ? await read(raw, mail.organization_id) : NOTHING
  const files = await storeFiles(deps, facts)
  for (;;) {
    const earlier = await store(deps, mailId, facts, files)
    if (earlier === undefined) return
    await readInTurn(deps, earlier, (bytes, owner) => deps.mailReader.read(bytes, owner))
  }
}

/** Stores the files of a mail before the mail itself, which may not need them. */
async function storeFiles(deps: Dependencies, { attachments }: MailFacts): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const { bytes, hash: _, ...file } of attachments.slice(0, MOST_FILES))
    files.push({ ...file, key: await storeFile(deps, bytes) })
  return files
}

/** @returns the mail that must be read before, if there is one */
async function store(
  deps: Dependencies,
  mailId: string,
  facts: MailFacts,
  files: readonly StoredFile[],
): Promise<string | undefined> {
  try {
    return await storeMail(deps, mailId, facts, { files, isOutOfCredits: false })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'subscription_limit_exceeded') throw error
    return storeMail(deps, mailId, facts, { files, isOutOfCredits: true })
  }
}
